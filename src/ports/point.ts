/** Called before and after everything durable, so that a test can end the process at each. Does nothing otherwise. */
export type Point = (name: string) => void;
