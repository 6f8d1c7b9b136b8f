import { type Argument, type Expression, parseSync, Visitor } from "oxc-parser"
import { lineAt } from "../source/line-at.ts"

/** What runs random programs, by name. Each takes its options in one argument. */
const runs = ["runConformance", "runBetterAuth", "betterAuthSuite", "openRun", "hostRun"]
const runners = /^@mortise\/conformance\/|\/src\/(vitest|node-test|bun-test)\.ts$/
const fastCheck = ["assert", "check", "sample", "statistics"]

/** Options with a seed, of `packages/workshop/src/tests/tier.ts`. */
const seededOptions = ["suiteOptions", "suiteOptionsOnOfficialTables", "clientSuite", "rowCases", "fullSuite"]

/** One message for each random choice of a test that does not depend on a seed. */
export function checkSeeds(file: string, text: string): string[] {
  if (!isTest(file) || !/random|fast-check|onformance|runBetterAuth|openRun|hostRun/.test(text)) return []
  const { program } = parseSync(file, text)
  const complaints: string[] = []
  const complain = (start: number, what: string, advice: string) =>
    complaints.push(`${file}:${lineAt(text, start)} ${what}: ${advice}.`)
  const names = new Set(runs)
  const seeded = new Set(seededOptions)
  const hasSeed = (value: Argument | null): boolean => isSeeded(value, seeded)
  new Visitor({
    ImportDeclaration({ source }) {
      if (runners.test(source.value)) names.add("conformance")
    },
    VariableDeclarator({ id, init }) {
      if (id.type === "Identifier" && init && hasSeed(init)) seeded.add(id.name)
    },
  }).visit(program)
  new Visitor({
    CallExpression(node) {
      const name = nameRun(node.callee, names)
      if (name && !node.arguments.some(hasSeed))
        complain(
          node.start,
          `calls ${name} without a seed`,
          "pass `seed`, from packages/workshop/src/tests/seed.ts",
        )
    },
    ArrayExpression(node) {
      const words = node.elements.map((element) => (element?.type === "Literal" ? element.value : undefined))
      const isRun = words[0] === "conformance" && words.includes("--scratch") && !words.includes("--chaos")
      if (isRun && !words.includes("--seed"))
        complain(node.start, "runs `mortise conformance` without a seed", 'add "--seed", "1"')
    },
    MemberExpression(node) {
      if (node.property.type !== "Identifier") return
      if (text.slice(node.start, node.end) === "Math.random" || node.property.name === "randomInt")
        complain(
          node.start,
          "makes an unseeded choice",
          "call `seededRandom` of packages/workshop/src/tests/seed.ts",
        )
    },
  }).visit(program)
  return complaints
}

/** A soak takes a new seed each time, and prints it. */
const isTest = (file: string): boolean =>
  /^(packages\/(\w+\/test|workshop\/src)|playground|runtimes)\//.test(file) && !/\/soak[\w-]*\.ts$/.test(file)

/** The name of a function that makes random choices; undefined for any other function. */
function nameRun(callee: Expression, names: ReadonlySet<string>): string | undefined {
  if (callee.type === "Identifier") return names.has(callee.name) ? callee.name : undefined
  if (callee.type !== "MemberExpression" || callee.object.type !== "Identifier") return undefined
  if (callee.object.name !== "fc" || callee.property.type !== "Identifier") return undefined
  return fastCheck.includes(callee.property.name) ? `fc.${callee.property.name}` : undefined
}

/** Whether options name a seed themselves, or through other options that do. */
function isSeeded(value: Argument | null, seeded: ReadonlySet<string>): boolean {
  if (value?.type === "TSAsExpression") return isSeeded(value.expression, seeded)
  if (value?.type === "Identifier") return seeded.has(value.name)
  if (value?.type !== "ObjectExpression") return false
  return value.properties.some((property) =>
    property.type === "SpreadElement"
      ? isSeeded(property.argument, seeded)
      : property.key.type === "Identifier" && property.key.name === "seed",
  )
}
