/** Files of src outside of a language's folder that name one, each with the reason. */
export const allowed = {
  'src/adapters/sandboxes/container/container.ts':
    'the image that is taken unless told holds the node that runs our own scripts',
  'src/faces/cli/version.ts': "our own manifest, for Pawl's version",
  'src/faces/demo/model-server.ts': "a call about a file of the demo's sample project, cut short",
  'src/faces/demo/repository.ts': "the demo's own sample project",
  'src/faces/demo/script.ts': "what the demo's scripted model says about its sample project",
  'src/languages/places.ts':
    'reports are read below the registry: to ask it for folders of installed code would be a circle',
  'src/repair/driver.ts': 'a script of our own, for the node that runs us and is in every sandbox',
};
