import { editorOf } from '../scene.ts';

export const versions = { surefire: '3.2.5', compiler: '3.13.0', junit: '5.10.2' };

const pom = (build = '', properties = ''): string => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.ex</groupId><artifactId>taxes</artifactId><version>1</version>
  <properties>
    <maven.compiler.source>11</maven.compiler.source><maven.compiler.target>11</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>${properties}
  </properties>
  <dependencies><dependency>
    <groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>${versions.junit}</version>
  </dependency></dependencies>
  <build>${build}<plugins>
    <plugin><artifactId>maven-surefire-plugin</artifactId><version>${versions.surefire}</version></plugin>
    <plugin><artifactId>maven-compiler-plugin</artifactId><version>${versions.compiler}</version></plugin>
  </plugins></build>
</project>
`;

/** A Maven that lives for seconds: compiling its own code for years of use takes longer than the tests. */
export const brief = { '.mvn/jvm.config': '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC\n' };

export const main = 'src/main/java/com/ex';
export const test = 'src/test/java/com/ex';

/** Taxes in Java. `net` cuts off: a test fails on base. */
export const plain: Record<string, string> = {
  ...brief,
  'pom.xml': pom(),
  '.gitignore': 'target\n',
  'README.md': '# Taxes\n',
  [`${main}/Cents.java`]: `package com.ex;

import java.util.Objects;

public final class Cents {
  public final int count;

  public Cents(int count) {
    this.count = count;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cents && ((Cents) other).count == count;
  }

  @Override
  public int hashCode() {
    return Objects.hash(count);
  }

  @Override
  public String toString() {
    return count + " cents";
  }
}
`,
  [`${main}/Tax.java`]: `package com.ex;

import java.util.function.IntBinaryOperator;

public class Tax {
  static IntBinaryOperator divide = (amount, by) -> amount / by;

  public static Cents net(Cents cents, int percent) {
    return new Cents(divide.applyAsInt(cents.count * 100, 100 + percent));
  }
}
`,
  [`${test}/TaxTest.java`]: `package com.ex;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TaxTest {
  @Test
  void rounds() {
    assertEquals(new Cents(85), Tax.net(new Cents(101), 19));
  }

  @Test
  void even() {
    assertEquals(new Cents(100), Tax.net(new Cents(119), 19));
  }
}
`,
};
const repository = '-Daether.enhancedLocalRepository.trackingFilename=none';
export const mavenCommand = ['mvn', '-o', '-B', '-q', repository, 'test'];

export const edited = editorOf(plain);
export const rightTax = edited(`${main}/Tax.java`, ['-> amount / by', '-> (2 * amount + by) / (2 * by)']);

/** The same with tests in a folder of its own, and amounts in a resource. */
export const checked: Record<string, string> = {
  ...brief,
  'pom.xml': pom(
    '<testSourceDirectory>checks</testSourceDirectory><testResources><testResource><directory>amounts</directory></testResource></testResources>',
  ),
  '.gitignore': 'target\n',
  'README.md': '# Taxes\n',
  [`${main}/Cents.java`]: plain[`${main}/Cents.java`] ?? '',
  [`${main}/Tax.java`]: plain[`${main}/Tax.java`] ?? '',
  'amounts/amounts.properties': 'gross=101\nnet=85\n',
  'checks/com/ex/AmountTest.java': `package com.ex;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Properties;
import org.junit.jupiter.api.Test;

class AmountTest {
  @Test
  void amounts() throws Exception {
    Properties amounts = new Properties();
    amounts.load(getClass().getResourceAsStream("/amounts.properties"));
    int gross = Integer.parseInt(amounts.getProperty("gross"));
    assertEquals(Integer.parseInt(amounts.getProperty("net")), Tax.net(new Cents(gross), 19).count);
  }

  @Test
  void even() {
    assertEquals(100, Tax.net(new Cents(119), 19).count);
  }
}
`,
};
