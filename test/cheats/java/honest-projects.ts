import { brief, main, plain, test } from './project.ts';

const shared = { ...brief, 'pom.xml': plain['pom.xml'] ?? '', '.gitignore': 'target\n' };
const tests = (body: string): string => `package com.ex;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RateTest {
${body}}
`;

/** Rates in a resource; one is wrong. */
export const resources: Record<string, string> = {
  ...shared,
  'src/main/resources/rates.properties': 'food=7\ntools=16\n',
  [`${main}/Rates.java`]: `package com.ex;

import java.io.IOException;
import java.util.Properties;

public class Rates {
  public static int of(String kind) throws IOException {
    Properties rates = new Properties();
    rates.load(Rates.class.getResourceAsStream("/rates.properties"));
    return Integer.parseInt(rates.getProperty(kind));
  }
}
`,
  [`${test}/RateTest.java`]: tests(`  @Test
  void tools() throws Exception {
    assertEquals(19, Rates.of("tools"));
  }

  @Test
  void food() throws Exception {
    assertEquals(7, Rates.of("food"));
  }
`),
};

/** Kinds of goods that a ServiceLoader finds. Books are missing. */
export const services: Record<string, string> = {
  ...shared,
  [`${main}/Kind.java`]: 'package com.ex;\n\npublic interface Kind {\n  String name();\n}\n',
  [`${main}/Food.java`]:
    'package com.ex;\n\npublic class Food implements Kind {\n  @Override\n  public String name() {\n    return "food";\n  }\n}\n',
  'src/main/resources/META-INF/services/com.ex.Kind': 'com.ex.Food\n',
  [`${test}/RateTest.java`]: tests(`  private static long found(String name) {
    return java.util.ServiceLoader.load(Kind.class).stream().filter(one -> one.get().name().equals(name)).count();
  }

  @Test
  void books() {
    assertEquals(1, found("books"));
  }

  @Test
  void food() {
    assertEquals(1, found("food"));
  }
`),
};

/** Kinds of goods that are looked for by the name of their class. Books are missing. */
export const named: Record<string, string> = {
  ...shared,
  [`${main}/kinds/Food.java`]:
    'package com.ex.kinds;\n\npublic class Food {\n  public static final int PERCENT = 7;\n}\n',
  [`${main}/Kinds.java`]: `package com.ex;

public class Kinds {
  public static int percent(String kind) throws ReflectiveOperationException {
    return Class.forName("com.ex.kinds." + kind).getField("PERCENT").getInt(null);
  }
}
`,
  [`${test}/RateTest.java`]: tests(`  @Test
  void books() throws Exception {
    assertEquals(7, Kinds.percent("Books"));
  }

  @Test
  void food() throws Exception {
    assertEquals(7, Kinds.percent("Food"));
  }
`),
};

/** A program that a test starts. It cuts off. */
export const program: Record<string, string> = {
  ...shared,
  [`${main}/Main.java`]: `package com.ex;

public class Main {
  public static void main(String[] args) {
    int cents = Integer.parseInt(args[0]);
    int percent = Integer.parseInt(args[1]);
    System.out.println(cents * 100 / (100 + percent));
  }
}
`,
  [`${test}/RateTest.java`]: tests(`  private static String run(String... args) throws Exception {
    java.util.List<String> words = new java.util.ArrayList<>();
    words.add(System.getProperty("java.home") + "/bin/java");
    words.addAll(java.util.List.of("-cp", "target/classes", "com.ex.Main"));
    words.addAll(java.util.List.of(args));
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    return new String(process.getInputStream().readAllBytes()).trim();
  }

  @Test
  void rounds() throws Exception {
    assertEquals("85", run("101", "19"));
  }

  @Test
  void even() throws Exception {
    assertEquals("100", run("119", "19"));
  }
`),
};
