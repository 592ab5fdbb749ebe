export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  path: string;
  body?: unknown;
  /** Of another address below the same host. */
  api?: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}
