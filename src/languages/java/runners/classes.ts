/** Where classes are in a tree. */
export interface Classes {
  /** The file of `com.example.Name$Inner`, or null. */
  fileOf(classname: string): string | null;
  /** The file of `com/example/Name.java`, or null. */
  fileAt(path: string): string | null;
  /** `com.example.Name` for a file. */
  nameOf(path: string): string;
}

const source = /^(?:.*\/)?src\/[^/]+\/(?:java|kotlin|groovy|scala)\/(.*)\.(?:java|kt|groovy|scala)$/;
const code = /\.(?:java|kt|groovy|scala)$/;

export function classesOf(paths: string[]): Classes {
  const files = new Map<string, string>();
  for (const path of paths) {
    const inner = source.exec(path)?.[1];
    if (inner !== undefined) files.set(inner, path);
  }
  const others = paths.filter((path) => code.test(path) && !source.test(path));
  return {
    fileOf: (classname) => fileOf((classname.split('$')[0] ?? '').replaceAll('.', '/')),
    fileAt: (path) => fileOf(path.replace(/\.\w+$/, '')),
    nameOf: (path) => (source.exec(path)?.[1] ?? path.replace(/^.*\/|\.\w+$/g, '')).replaceAll('/', '.'),
  };

  /** A project may keep its sources elsewhere: then the package says where, unless there are two such places. */
  function fileOf(inner: string): string | null {
    const usual = files.get(inner);
    if (usual !== undefined || inner === '') return usual ?? null;
    const [file, ...more] = others.filter((path) => `/${path.replace(code, '')}`.endsWith(`/${inner}`));
    return file !== undefined && more.length === 0 ? file : null;
  }
}

/** The first frame of the target's own code: `at com.example.Name.method(Name.java:12)`. */
export function frameIn(stack: string, classes: Classes): { file: string; line: number } | null {
  for (const [, call = '', name = '', line] of stack.matchAll(
    /^\s*at (?:[\w.-]+@?[\w.]*\/)?([\w.$]+)\(([\w$]+\.\w+):(\d+)\)/gm,
  )) {
    const folder = call.split('.').slice(0, -2).join('/');
    const file = classes.fileAt(folder === '' ? name : `${folder}/${name}`);
    if (file !== null) return { file, line: Number(line) };
  }
  return null;
}
