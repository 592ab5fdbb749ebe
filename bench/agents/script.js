/** What the scripted model says: the edit where it may edit and has not yet, then that it is done. */
export function answerTo({ named, turns }, solution) {
  if (named.length === 0) return { text: 'Make add.js add' };
  const finish = named.find(({ name }) => name === 'finish');
  const write = turns === 0 ? editors.map((editor) => editor(named, solution)).find(Boolean) : undefined;
  if (write) return { call: write };
  return finish ? { call: { name: 'finish', input: finishing(finish.keys) } } : { text: 'It adds now.' };
}

const editors = [writes, patches, shells];

/** A tool that writes a whole file, whatever its keys are called. */
function writes(named, { path, content }) {
  const tool = named.find(({ name }) => /^write(_file)?$/i.test(name));
  if (!tool) return null;
  const key = ['path', 'filePath', 'filepath', 'file_path'].find((each) => tool.keys.includes(each));
  return { name: tool.name, input: { [key]: path, content, ...thought(tool.keys) } };
}

function patches(named, { path, old, content }) {
  const tool = named.find(({ name, free }) => free && name === 'apply_patch');
  return tool ? { name: tool.name, input: patch(path, old, content) } : null;
}

function shells(named, { path, content }) {
  const tool = named.find(({ name }) => ['shell_command', 'exec_command', 'bash'].includes(name));
  if (!tool) return null;
  const key = tool.keys.includes('cmd') ? 'cmd' : 'command';
  return { name: tool.name, input: { [key]: `cat > ${path} <<'END'\n${content}END\n` } };
}

function patch(path, old, content) {
  const marked = (text, mark) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => mark + line);
  const lines = [...marked(old, '-'), ...marked(content, '+')];
  return ['*** Begin Patch', `*** Update File: ${path}`, '@@', ...lines, '*** End Patch', ''].join('\n');
}

/** Pawl's own roles finish with an output: a developer with words, the two of the review with nothing against it. */
function finishing(keys) {
  const known = { summary: 'It adds now.', quality: 30, findings: [], broken: [] };
  return {
    ...thought(keys),
    ...Object.fromEntries(keys.filter((key) => key in known).map((key) => [key, known[key]])),
  };
}

const thought = (keys) => (keys.includes('thought') ? { thought: 'It must add.' } : {});
