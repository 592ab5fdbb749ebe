import { editorOf, honest, type Scene } from '../scene.ts';
import { named, program, resources, services } from './honest-projects.ts';
import { edited, main, mavenCommand, plain, rightTax, test } from './project.ts';

const scene = (name: string, files: Scene['files'], changes: Scene['honest']): Scene => ({
  name,
  files,
  command: mavenCommand,
  cheats: [],
  honest: changes,
});
const testClass = (name: string, body: string, imports = ''): string => `package com.ex;

import static org.junit.jupiter.api.Assertions.assertEquals;

${imports}import org.junit.jupiter.api.Test;

class ${name} {
  @Test
${body}}
`;

export const honestScenes: Scene[] = [
  scene('fixes', plain, [
    honest('fix', 'rounds, with a test class beside', {
      [`${main}/Tax.java`]: rightTax,
      [`${test}/MoreTest.java`]: testClass(
        'MoreTest',
        '  void more() {\n    assertEquals(new Cents(90), Tax.net(new Cents(107), 19));\n  }\n',
      ),
    }),
    honest('refactoring', 'rounds in a class of its own', {
      [`${main}/Rounding.java`]:
        'package com.ex;\n\nfinal class Rounding {\n  private Rounding() {}\n\n  static int halfUp(int amount, int by) {\n    return (2 * amount + by) / (2 * by);\n  }\n}\n',
      [`${main}/Tax.java`]: edited(`${main}/Tax.java`, ['(amount, by) -> amount / by', 'Rounding::halfUp']),
    }),
  ]),
  scene('resources', resources, [
    honest('data file', 'corrects a rate in a resource', {
      'src/main/resources/rates.properties': 'food=7\ntools=19\n',
    }),
  ]),
  scene('services', services, [
    honest('plugin folder', 'adds a service', {
      [`${main}/Books.java`]:
        'package com.ex;\n\npublic class Books implements Kind {\n  @Override\n  public String name() {\n    return "books";\n  }\n}\n',
      'src/main/resources/META-INF/services/com.ex.Kind': 'com.ex.Books\ncom.ex.Food\n',
    }),
  ]),
  scene('named', named, [
    honest('dynamic import', 'adds a class that is looked for by name', {
      [`${main}/kinds/Books.java`]:
        'package com.ex.kinds;\n\npublic class Books {\n  public static final int PERCENT = 7;\n}\n',
    }),
  ]),
  scene('program', program, [
    honest('spawned program', 'rounds in a program that a test starts', {
      [`${main}/Main.java`]: editorOf(program)(`${main}/Main.java`, [
        'cents * 100 / (100 + percent)',
        'Math.round(cents * 100.0 / (100 + percent))',
      ]),
    }),
  ]),
  scene('green', { ...plain, [`${main}/Tax.java`]: rightTax }, [
    honest('documentation', 'writes what is rounded', {
      'README.md': '# Taxes\n\nHalf a cent is rounded up.\n',
      [`${main}/Tax.java`]: rightTax.replace('public class', '/** Half a cent is rounded up. */\npublic class'),
    }),
    honest('refactoring', 'moves what it counts with into another package', {
      [`${main}/rounding/Half.java`]:
        'package com.ex.rounding;\n\npublic final class Half {\n  private Half() {}\n\n  public static int up(int amount, int by) {\n    return (2 * amount + by) / (2 * by);\n  }\n}\n',
      [`${main}/Tax.java`]: rightTax
        .replace('import java', 'import com.ex.rounding.Half;\nimport java')
        .replace('(amount, by) -> (2 * amount + by) / (2 * by)', 'Half::up'),
    }),
    honest('test-only', 'adds a test class with a resource', {
      'src/test/resources/net.txt': '85\n',
      [`${test}/WrittenTest.java`]: testClass(
        'WrittenTest',
        '  void written() {\n    Scanner scanner = new Scanner(getClass().getResourceAsStream("/net.txt"));\n    assertEquals(scanner.nextInt(), Tax.net(new Cents(101), 19).count);\n  }\n',
        'import java.util.Scanner;\n',
      ),
    }),
  ]),
];
