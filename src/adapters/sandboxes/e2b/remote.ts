/** The folder of a remote machine that is ours, and in it where it finds what it is sent, and leaves what is to be fetched. */
export const remoteDir = '/pawl';
export const uploadDir = `${remoteDir}/upload`;

/** What a command takes to a machine that shares no files with ours. */
export interface Upload {
  /** Host files by the name that they have there. */
  files: Record<string, string>;
  work_bytes: number;
  placed: Placed[];
}

export interface Placed {
  name: string;
  at: string;
  kind: 'layer' | 'folder' | 'file';
  /** Folders of the work that are there for its sake alone, the outer ones first. */
  parents: string[];
}

interface Streams {
  stop: AbortSignal;
  onStdout(text: string): void;
  onStderr(text: string): void;
}

/** One virtual machine. Whatever fails throws `Unfit`. */
export interface Remote {
  /** Host files, and scripts, by their names there. */
  put(files: Record<string, string>, scripts: Record<string, string>, signal: AbortSignal): Promise<void>;
  /** Runs one of the scripts as root. */
  script(name: string, signal: AbortSignal): Promise<void>;
  /** Runs one as the user; null where it was stopped, or where the machine went away. */
  command(name: string, streams: Streams): Promise<number | null>;
  /** Brings a file to the host; false where it is larger than that, and nothing is to be believed of it then. */
  fetch(name: string, to: string, most: number, signal: AbortSignal): Promise<boolean>;
  end(): Promise<void>;
}
