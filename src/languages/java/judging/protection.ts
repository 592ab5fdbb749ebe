import type { Protection } from '../../judging/protection/shape.ts';

export const protection: Protection = {
  patterns: [
    {
      rule: 'loaded by the runner on its own',
      globs: [
        ...['junit-platform.properties', '**/mockito-extensions/**', 'SpockConfig.groovy', 'testng.xml'],
        '**/META-INF/services/{java,javax,jakarta,sun,com.sun,org.junit,org.mockito,org.testng,org.spockframework}.*',
        '{logback-test,log4j-test,log4j2-test}.*',
      ],
    },
    {
      rule: 'build configuration',
      globs: [
        ...['**/.mvn/**', '{mvnw,gradlew}', '{mvnw.cmd,gradlew.bat}', '{build,settings,init}.gradle', '*.gradle.kts'],
        ...['gradle.properties', '**/gradle/wrapper/**', '**/buildSrc/**', 'build.{xml,sbt,sc}', '{.jvmopts,.sbtopts}'],
      ],
    },
    { rule: 'lock file', written: true, globs: ['gradle.{lock,lockfile}'] },
  ],
  settings: /\.(?:gradle|kts)$/i,
};
