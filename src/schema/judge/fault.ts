/** The ways in which one call to a model can fail. */
export type FaultKind =
  | 'rate_limited'
  | 'overloaded'
  | 'server_error'
  | 'unreachable'
  | 'timeout'
  | 'broken_stream'
  | 'unauthorized'
  | 'context_overflow'
  | 'bad_request'
  | 'malformed'
  | 'refused'
  | 'cancelled';
