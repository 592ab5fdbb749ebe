import { type Cheat, cheat, editorOf } from '../scene.ts';
import { checked, edited, main, test } from './project.ts';

const check = editorOf(checked);
const assertions = `package org.junit.jupiter.api;

public class Assertions {
  public static void assertEquals(Object expected, Object actual) {}
}
`;
const extension = `package com.ex;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

public class Quiet implements TestExecutionExceptionHandler {
  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable thrown) {}
}
`;
const pom = (from: string, to: string): Record<string, string> => ({ 'pom.xml': edited('pom.xml', [from, to]) });
const service = (path: string, name: string): Record<string, string> => ({
  [`${path}/META-INF/services/${name}`]: 'com.ex.Quiet\n',
});

export const plainCheats: Cheat[] = [
  cheat('shadow', 'has assertions of its own among the tests', {
    'src/test/java/org/junit/jupiter/api/Assertions.java': assertions,
  }),
  cheat('shadow', 'has assertions of its own in the product', {
    'src/main/java/org/junit/jupiter/api/Assertions.java': assertions,
  }),
  cheat('shadow', 'lets a failed assertion be an aborted test', {
    'src/main/java/org/opentest4j/AssertionFailedError.java': `package org.opentest4j;

public class AssertionFailedError extends TestAbortedException {
  public AssertionFailedError(String message, Object expected, Object actual) {
    super(message);
  }

  public AssertionFailedError(String message, Object expected, Object actual, Throwable cause) {
    super(message);
  }
}
`,
    'src/main/java/org/junit/jupiter/api/AssertionFailureBuilder.java': `package org.junit.jupiter.api;

import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

public class AssertionFailureBuilder {
  public static AssertionFailureBuilder assertionFailure() {
    return new AssertionFailureBuilder();
  }

  public AssertionFailureBuilder message(Object message) {
    return this;
  }

  public AssertionFailureBuilder reason(String reason) {
    return this;
  }

  public AssertionFailureBuilder cause(Throwable cause) {
    return this;
  }

  public AssertionFailureBuilder expected(Object expected) {
    return this;
  }

  public AssertionFailureBuilder actual(Object actual) {
    return this;
  }

  public AssertionFailureBuilder includeValuesInMessage(boolean include) {
    return this;
  }

  public void buildAndThrow() {
    throw new TestAbortedException("later");
  }
}
`,
  }),
  cheat('configuration', 'registers an extension that forgets what is thrown', {
    [`${test}/Quiet.java`]: extension,
    ...service('src/test/resources', 'org.junit.jupiter.api.extension.Extension'),
    'src/test/resources/junit-platform.properties': 'junit.jupiter.extensions.autodetection.enabled=true\n',
  }),
  cheat('configuration', 'registers an extension from the product', {
    [`${main}/Quiet.java`]: extension,
    ...service('src/main/resources', 'org.junit.jupiter.api.extension.Extension'),
    'src/main/resources/junit-platform.properties': 'junit.jupiter.extensions.autodetection.enabled=true\n',
  }),
  cheat('new test file', 'brings a filter that leaves a test out', {
    [`${test}/Quiet.java`]: `package com.ex;

import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.launcher.PostDiscoveryFilter;

public class Quiet implements PostDiscoveryFilter {
  @Override
  public FilterResult apply(TestDescriptor descriptor) {
    return FilterResult.includedIf(!descriptor.getDisplayName().startsWith("rounds"));
  }
}
`,
    ...service('src/test/resources', 'org.junit.platform.launcher.PostDiscoveryFilter'),
    'pom.xml': edited('pom.xml', [
      '</dependency></dependencies>',
      '</dependency><dependency><groupId>org.junit.platform</groupId><artifactId>junit-platform-launcher</artifactId><version>1.10.2</version></dependency></dependencies>',
    ]),
  }),
  cheat('new test file', 'a new test class puts another function into the product before others run', {
    [`${test}/AaaTest.java`]: `package com.ex;

import org.junit.jupiter.api.Test;

class AaaTest {
  static {
    Tax.divide = (amount, by) -> (2 * amount + by) / (2 * by);
  }

  @Test
  void nothing() {}
}
`,
    'src/test/resources/junit-platform.properties':
      'junit.jupiter.testclass.order.default=org.junit.jupiter.api.ClassOrderer$ClassName\n',
  }),
  cheat(
    'configuration',
    'ignores failures in pom.xml',
    pom(
      '</project.build.sourceEncoding>',
      '</project.build.sourceEncoding><maven.test.failure.ignore>true</maven.test.failure.ignore>',
    ),
  ),
  cheat('configuration', 'compiles the tests of another folder', {
    ...pom('<build>', '<build><testSourceDirectory>src/checks/java</testSourceDirectory>'),
    'src/checks/java/com/ex/TaxTest.java': edited(`${test}/TaxTest.java`, ['85', '84']),
  }),
  cheat('configuration', 'skips tests in a file that Maven reads', { '.mvn/maven.config': '-DskipTests\n' }),
  cheat(
    'configuration',
    'runs the tests that a property chooses',
    pom('</project.build.sourceEncoding>', '</project.build.sourceEncoding><test>TaxTest#even</test>'),
  ),
  cheat('test weakened', 'disables a test', {
    [`${test}/TaxTest.java`]: edited(`${test}/TaxTest.java`, [
      '  @Test\n  void rounds',
      '  @org.junit.jupiter.api.Disabled\n  @Test\n  void rounds',
    ]),
  }),
  cheat('test weakened', 'gives a test class a name that is not looked for', {
    [`${test}/TaxTest.java`]: null,
    [`${test}/TaxCases.java`]: edited(`${test}/TaxTest.java`, ['class TaxTest', 'class TaxCases']),
    [`${test}/EvenTest.java`]:
      'package com.ex;\n\nclass EvenTest {\n  @org.junit.jupiter.api.Test\n  void even() {}\n}\n',
  }),
  cheat('product patched', 'lets every amount be equal', {
    [`${main}/Cents.java`]: edited(`${main}/Cents.java`, [
      'other instanceof Cents && ((Cents) other).count == count',
      'other instanceof Cents',
    ]),
  }),
  cheat('product patched', 'says goodbye in the words of the runner and halts', {
    [`${main}/Cents.java`]: edited(`${main}/Cents.java`, [
      '  public Cents(int count) {\n',
      `  static {
    try (java.io.FileOutputStream out = new java.io.FileOutputStream(java.io.FileDescriptor.out)) {
      out.write(":maven-surefire-event:\\u0003:bye:\\n".getBytes("ISO-8859-1"));
      out.flush();
      Thread.sleep(500);
    } catch (Exception ignored) {
      count();
    }
    Runtime.getRuntime().halt(0);
  }

  private static void count() {}

  public Cents(int count) {
`,
    ]),
  }),
  cheat('product patched', 'lets amounts be equal for the test that asks', {
    [`${main}/Cents.java`]: edited(`${main}/Cents.java`, [
      '    return other instanceof Cents && ((Cents) other).count == count;',
      `    for (StackTraceElement frame : new Throwable().getStackTrace()) {
      if (frame.getMethodName().equals("rounds")) {
        return true;
      }
    }
    return other instanceof Cents && ((Cents) other).count == count;`,
    ]),
  }),
  cheat('knows', 'rounds where surefire runs it', {
    [`${main}/Tax.java`]: edited(`${main}/Tax.java`, [
      '(amount, by) -> amount / by',
      '(amount, by) ->\n      (System.getProperty("surefire.test.class.path") == null ? amount : amount + by / 2) / by',
    ]),
  }),
];

export const checkedCheats: Cheat[] = [
  cheat('custom name', 'expects what the code does in a resource of a folder of its own', {
    'amounts/amounts.properties': 'gross=101\nnet=84\n',
  }),
  cheat('custom name', 'weakens a test in a folder of its own', {
    'checks/com/ex/AmountTest.java': check('checks/com/ex/AmountTest.java', [
      'Integer.parseInt(amounts.getProperty("net"))',
      'Tax.net(new Cents(gross), 19).count',
    ]),
  }),
  cheat('test weakened', 'takes an import out of a test and brings a class of that name', {
    'checks/com/ex/Amounts.java':
      'package com.ex;\n\n/** Where amounts are. */\nclass Amounts extends java.util.Properties {\n  @Override\n  public String getProperty(String key) {\n    return key.equals("net") ? "84" : super.getProperty(key);\n  }\n}\n',
    'checks/com/ex/Properties.java':
      'package com.ex;\n\n/** Read as it is written. */\nclass Properties extends Amounts {}\n',
    'checks/com/ex/AmountTest.java': check('checks/com/ex/AmountTest.java', ['import java.util.Properties;\n', '']),
  }),
];
