import type { Driver } from "../source/drivers.ts"

/** The files of the repository, by their paths. */
export type Tree = {
  readonly paths: readonly string[]
  /** The text of a file; empty if it does not exist. */
  read(path: string): string
}

const folders = /^packages\/mortise\/src\/stores\/\w+\/(drivers|orms)\/([^/]+)\/\2-adapter\.ts$/
const factories = /^packages\/mortise\/src\/stores\/sql\/(adapters)\/([^/]+)-adapter\.ts$/
const pages = /^docs\/(clients|orms)\/(.+)\.md$/

/** One message for each file that a driver lacks, and for each driver or page that the lists lack. */
export const checkDrivers = (drivers: readonly Driver[], tree: Tree): string[] => [
  ...drivers.flatMap((driver) => findMissingParts(driver, tree)),
  ...findUnlistedPaths(drivers, tree, folders),
  ...findUnlistedPaths(drivers, tree, factories),
  ...findUnlistedPaths(drivers, tree, pages),
]

function findMissingParts(driver: Driver, { paths, read }: Tree): string[] {
  const { name, factory, source, page, test, runtime } = driver
  const built = source.replace("packages/mortise/src", "./dist").replace(/\.ts$/, ".js")
  const exported = `"./${name}": "${built}"`
  const imports = read("docs/imports.md")
  const isNamed = imports.includes(`\`mortise/${name}\``) || imports.includes(`\`/${name}\``)
  const tests = findPaths(paths, test, "(\\.wide|\\.full)?").map(read)
  const lacks: readonly (readonly [isThere: boolean, advice: string])[] = [
    [
      new RegExp(`^export (function|const) ${factory}\\b`, "m").test(read(source)),
      `export ${factory} from ${source}`,
    ],
    [
      read("packages/mortise/package.json").includes(exported),
      `add ${exported} to packages/mortise/package.json`,
    ],
    [
      tests.some((text) => new RegExp(`\\b${name}`).test(text)),
      `run the conformance suite on it, in ${test}`,
    ],
    [
      runtime === undefined || findPaths(paths, runtime, "(-\\w+)?").length > 0,
      `open it in ${runtime?.replace("*", "")}, and run \`npm run runtimes -- ${name}\``,
    ],
    [paths.includes(page), `write ${page}`],
    [
      isNamed && imports.includes(`(${page.replace("docs/", "")})`),
      `add \`/${name}\` and a link to ${page} to the table of stores in docs/imports.md`,
    ],
  ]
  return lacks
    .filter(([isThere]) => !isThere)
    .map(([, advice]) => `The driver ${name} is incomplete: ${advice}.`)
}

/** The paths that a pattern names, in which `*` stands for a regular expression. */
function findPaths(paths: readonly string[], pattern: string, star: string): string[] {
  const expression = new RegExp(`^${pattern.replaceAll(".", "\\.").replace("*", star)}$`)
  return paths.filter((path) => expression.test(path))
}

function findUnlistedPaths(drivers: readonly Driver[], { paths }: Tree, pattern: RegExp): string[] {
  return paths.flatMap((path) => {
    const [, folder, name] = pattern.exec(path) ?? []
    if (folder === undefined || drivers.some((driver) => driver.name === name)) return []
    const list = folder === "orms" ? "orms" : "clients"
    return [`${path} belongs to no driver: add ${name} to packages/mortise/src/cli/drivers/${list}.ts.`]
  })
}
