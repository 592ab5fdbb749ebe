import { spawnSync } from 'node:child_process';
import { describe, expect } from 'vitest';
import { expectEvents, ofType } from './support/contract.ts';
import { finish, ladder, run, turns, write } from './support/model.ts';
import { test } from './support/place.ts';
import { adder, right } from './support/projects.ts';
import { commitsOn, git } from './support/repo.ts';

interface Tool {
  /** Must succeed on the machine for the test to mean anything. */
  needs: string[];
  files: Record<string, string>;
  commands: string[];
  changed: string;
  content: string;
}

const area = (from: string, to: string) => (text: string) => text.replace(from, to);

const rust = 'pub fn area(w: u32, h: u32) -> u32 {\n    w + h\n}\n';
const go = 'package shapes\n\nfunc Area(w, h int) int { return w + h }\n';
const python = 'def area(w, h):\n    return w + h\n';
const java = 'public class Shapes {\n    static int area(int w, int h) {\n        return w + h;\n    }\n}\n';
const times = area('w + h', 'w * h');

/** Each without a .gitignore: whatever a tool leaves lies there for all to see. */
const tools: Record<string, Tool> = {
  'cargo test': {
    needs: ['cargo', '--version'],
    files: {
      'Cargo.toml': '[package]\nname = "shapes"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs': rust,
      'tests/area.rs': '#[test]\nfn area() {\n    assert_eq!(shapes::area(3, 4), 12);\n}\n',
    },
    commands: ['cargo test --offline'],
    changed: 'src/lib.rs',
    content: times(rust),
  },
  'go build': {
    needs: ['go', 'version'],
    files: {
      'go.mod': 'module example.com/shapes\n\ngo 1.21\n',
      'shapes.go': go,
      'shapes_test.go':
        'package shapes\n\nimport "testing"\n\nfunc TestArea(t *testing.T) {\n\tif Area(3, 4) != 12 {\n\t\tt.Fatal("wrong")\n\t}\n}\n',
    },
    commands: ['go build ./... && go test -c'],
    changed: 'shapes.go',
    content: times(go),
  },
  pytest: {
    needs: ['python3', '-m', 'pytest', '--version'],
    files: {
      'shapes.py': python,
      'tests/test_shapes.py': 'from shapes import area\n\n\ndef test_area():\n    assert area(3, 4) == 12\n',
      'pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["."]\n',
    },
    commands: ['python3 -m pytest'],
    changed: 'shapes.py',
    content: times(python),
  },
  'npm install': {
    needs: ['npm', '--version'],
    files: adder,
    commands: ['npm install left-pad', 'npm install', 'npm test'],
    changed: 'add.js',
    content: right,
  },
  'mvn test': {
    needs: [
      'sh',
      '-c',
      'mvn --version && cd ~/.m2/repository/org/apache/maven && ls plugins/maven-surefire-plugin/3.2.5 surefire/surefire-junit-platform/3.2.5 plugins/maven-compiler-plugin/3.13.0',
    ],
    files: {
      '.mvn/jvm.config': '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC\n',
      'pom.xml': `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.example</groupId>
  <artifactId>shapes</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source>
    <maven.compiler.target>17</maven.compiler.target>
    <argLine>-XX:TieredStopAtLevel=1 -XX:+UseSerialGC</argLine>
  </properties>
  <dependencies>
    <dependency>
      <groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter</artifactId>
      <version>5.10.2</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
  <build><plugins>
    <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.2.5</version></plugin>
    <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.13.0</version></plugin>
  </plugins></build>
</project>
`,
      'src/main/java/Shapes.java': java,
      'src/test/java/ShapesTest.java':
        'import static org.junit.jupiter.api.Assertions.assertEquals;\n\nimport org.junit.jupiter.api.Test;\n\nclass ShapesTest {\n    @Test\n    void area() {\n        assertEquals(12, Shapes.area(3, 4));\n    }\n}\n',
    },
    commands: ['mvn -o -q test'],
    changed: 'src/main/java/Shapes.java',
    content: times(java),
  },
};

describe.concurrent('an attempt is judged on its own change alone', () => {
  for (const [tool, { needs, files, commands, changed, content }] of Object.entries(tools)) {
    test(`after it has run ${tool}`, async ({ place, skip }) => {
      const [program = '', ...args] = needs;
      skip(spawnSync(program, args).status !== 0, `there is no ${tool} here`);
      const target = place.repo(files);
      const calls = [write(changed, content), ...commands.map(run), finish()];
      const server = await place.models(turns(...calls.map((call) => [call])));
      const config = place.file('pawl.yaml', ladder(server.url));
      const words = ['run', 'mend it', '--target', target, '--config', config];
      const how = [...words, '--yes', '--json', '--plan', 'single', '--tiers', 'cheap'];
      const ended = await place.pawl(how, { env: { HOME: process.env.HOME } });
      expect(ended).toMatchObject({ code: 0, stderr: '' });
      const events = expectEvents(ended.stdout);
      expect(ofType(events, 'integrity.violated')).toEqual([]);
      expect(ofType(events, 'verdict.reached')).toMatchObject([{ verdict: { status: 'pass', tests: { fixed: 1 } } }]);
      expect(commitsOn(target, 'pawl/mend-it')).toHaveLength(1);
      expect(git(target, 'diff', '--name-only', 'main..pawl/mend-it')).toBe(`${changed}\n`);
    });
  }
});
