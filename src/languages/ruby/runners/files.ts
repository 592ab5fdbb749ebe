export const isRspec = (path: string): boolean => /_spec\.rb$/.test(path);

export const isMinitest = (path: string): boolean => /^test\/(?:.*\/)?(?:test_[^/]*|[^/]*_test)\.rb$/.test(path);
