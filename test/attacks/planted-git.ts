/** What a command plants in its work so that git runs it: each touches `$MARK` when it does. */
export const plantedGit: { name: string; sh: string }[] = [
  {
    name: 'hooks',
    sh: 'mkdir -p .git/hooks; for h in pre-commit post-index-change post-checkout reference-transaction; do printf "#!/bin/sh\\ntouch $MARK\\n" > .git/hooks/$h; chmod +x .git/hooks/$h; done',
  },
  { name: 'a program that watches files', sh: 'printf "[core]\\nfsmonitor = touch $MARK\\n" >> .git/config' },
  {
    name: 'another folder of hooks',
    sh: 'mkdir h; printf "#!/bin/sh\\ntouch $MARK\\n" > h/pre-commit; chmod +x h/pre-commit; printf "[core]\\nhooksPath = h\\n" >> .git/config',
  },
  {
    name: 'a filter',
    sh: 'echo "* filter=evil" > .gitattributes; printf "[filter \\"evil\\"]\\nclean = touch $MARK\\n" >> .git/config',
  },
  {
    name: 'a program that shows differences',
    sh: 'echo "* diff=evil" > .gitattributes; echo changed > file.txt; printf "[diff \\"evil\\"]\\ncommand = touch $MARK\\n" >> .git/config',
  },
  {
    name: 'a program that makes text of files',
    sh: 'echo "* diff=evil" > .gitattributes; echo changed > file.txt; printf "[diff \\"evil\\"]\\ntextconv = touch $MARK\\n" >> .git/config',
  },
  {
    name: 'a repository within',
    sh: 'mkdir sub; cp -r .git sub/.git; touch sub/x; git -C sub add x; git -C sub -c user.name=x -c user.email=x commit -qm x; printf "[core]\\nfsmonitor = touch $MARK\\n" >> sub/.git/config; git add sub',
  },
  {
    name: 'a git directory elsewhere',
    sh: 'mv .git evil; echo "gitdir: evil" > .git; printf "[core]\\nfsmonitor = touch $MARK\\n" >> evil/config',
  },
  {
    name: 'configuration that is included',
    sh: 'printf "[core]\\nfsmonitor = touch $MARK\\n" > inc; printf "[include]\\npath = ../inc\\n" >> .git/config',
  },
];
