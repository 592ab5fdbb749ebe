/** Files that show how a project is built and tested, where its tests are not known. */
export const buildFile =
  /(?:^|\/)(?:CMakeLists\.txt|(?:GNU)?[Mm]akefile|meson\.build|Rakefile|Gemfile|build\.gradle(?:\.kts)?|composer\.json|mix\.exs|Package\.swift|dune-project|stack\.yaml|build\.zig|[^/]+\.(?:csproj|fsproj|sln|cabal|gemspec))$/;
