/** Files of src outside of a language's folder that name one, each with the reason. */
export const allowed = {
  'src/adapters/parsers/child.ts': 'a script of our own, for the node that runs us',
  'src/adapters/sandboxes/container/container.ts':
    'the image that is taken unless told holds the node that runs our own scripts',
  'src/adapters/sandboxes/e2b/service.ts': 'how to install our own optional library',
  'src/code/secrets/rules.ts': 'kinds of secrets, named after who issues them',
  'src/faces/cli/version.ts': "our own manifest, for Pawl's version",
  'src/faces/cli/render/doctor.ts': 'the program that runs Pawl itself, for reports of faults',
  'src/faces/demo/model-server.ts': "a call about a file of the demo's sample project, cut short",
  'src/faces/demo/repository.ts': "the demo's own sample project",
  'src/faces/demo/script.ts': "what the demo's scripted model says about its sample project",
  'src/faces/ui/server/assets.ts': "our own page's script, and how to build it",
  'src/faces/ui/server/routes.ts': "our own page's script",
  'src/languages/checks/dangers/scan.ts':
    'smells of any language in the lines of a patch: comments that switch a check off',
  'src/languages/generic/build-files.ts': 'files of builds that no language of ours runs',
  'src/languages/generic/json.ts': 'which files of that name may hold comments',
  'src/languages/go/runners/build-cache.ts': 'a script of our own, for the node that is in every sandbox',
  'src/languages/rust/runners/built-crates.ts': 'a script of our own, for the node that is in every sandbox',
  'src/languages/go/code/dangers.ts': "template.JS is Go's own name",
  'src/languages/go/judging/surroundings.ts': "syscall/js is Go's own package",
  'src/languages/reports/places.ts':
    'reports are read below the registry: to ask it for folders of installed code would be a circle',
  'src/languages/python/modules/search-path.ts': 'files of other tools that start scripts',
  'src/languages/python/judging/surroundings.ts': "platform.node() is Python's own function",
  'src/languages/related.ts': 'read below the registry: to ask it what a manifest is would be a circle',
  'src/languages/rust/runners/scripts.ts': 'a shell script of our own, around the programs that cargo builds',
  'src/languages/shell/patches.ts': 'programs that scripts of a shell call',
  'src/repair/trials/driver.ts': 'a script of our own, for the node that runs us and is in every sandbox',
};
