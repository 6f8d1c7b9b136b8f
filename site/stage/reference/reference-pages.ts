import { existsSync } from "node:fs"
import { join } from "node:path"
import { root } from "../../../scripts/ensure-install.mjs"
import { cell, type Page } from "../page.ts"
import { type Description, describeExport, type Member } from "./describe.ts"
import type { Sources } from "./program.ts"

/** The guide to each module that has no page of its own name. */
const guides: Readonly<Record<string, readonly [title: string, address: string]>> = {
  mortise: ["The schema", "/schema/"],
  auth: ["mortise/auth", "/auth/"],
  "auth/providers": ["Providers", "/auth-providers/"],
  layers: ["Layers", "/layers/"],
  tokens: ["Fresh access tokens", "/access-tokens/"],
  logout: ["Federated logout", "/logout/"],
  migrate: ["Migrations", "/migrate/"],
  generate: ["Tables for your ORM", "/generate/"],
  transfer: ["Move to another database", "/move-database/"],
  "better-auth": ["Better Auth", "/better-auth/"],
  "better-auth/migrate": ["Better Auth's tables", "/better-auth-migrate/"],
  http: ["Over HTTP", "/http/"],
  server: ["Over HTTP", "/http/"],
}

/** The address of a module's page. */
const toAddress = (specifier: string): string => `/reference/${specifier.replace("@", "")}/`

/** A page for each module of both packages, and their index. */
export function referencePages({ checker, modules }: Sources): [slug: string, page: Page][] {
  const described = modules.map(({ specifier, exported }) => ({
    specifier,
    names: exported
      .map((exportedName) => describeExport(exportedName, checker))
      .sort((a, b) => Number(b.isValue) - Number(a.isValue) || a.name.localeCompare(b.name)),
  }))
  const homes = new Map(
    described.flatMap(({ specifier, names }) =>
      names.map(({ name }) => [name, toAddress(specifier)] as const),
    ),
  )
  return [
    ["reference", indexPage(described)],
    ...described.map(({ specifier, names }): [string, Page] => [
      toAddress(specifier).slice(1, -1),
      modulePage(specifier, names, homes),
    ]),
  ]
}

type Module = { readonly specifier: string; readonly names: readonly Description[] }

const link = (name: string, address: string): string => `[\`${name}\`](${address}#${name.toLowerCase()})`

const indexPage = (modules: readonly Module[]): Page => ({
  title: "Reference",
  description: "Every module of both packages, with all names that it exports.",
  body: [
    "Generated from the types. A page lists a module's functions first, then its types. Errors: [every error code](/troubleshooting/).",
    "",
    "| module | functions and values | types |",
    "|---|---|---|",
    ...modules.map(({ specifier, names }) => {
      const list = (isValue: boolean) =>
        names
          .filter((description) => description.isValue === isValue)
          .map(({ name }) => link(name, toAddress(specifier)))
          .join(", ")
      return `| [${specifier}](${toAddress(specifier)}) | ${list(true)} | ${list(false)} |`
    }),
  ].join("\n"),
})

function modulePage(
  specifier: string,
  names: readonly Description[],
  homes: ReadonlyMap<string, string>,
): Page {
  const values = names.filter(({ isValue }) => isValue).map(({ name }) => name)
  return {
    title: specifier,
    description: `The exports of ${specifier}: ${names.map(({ name }) => name).join(", ")}.`.slice(0, 300),
    body: [
      ...(values.length > 0 ? ["```ts", importLine(specifier, values), "```", ""] : []),
      ...guideLine(specifier),
      ...names.flatMap((description) => section(description, homes)),
    ].join("\n"),
  }
}

function importLine(specifier: string, names: readonly string[]): string {
  const line = `import { ${names.join(", ")} } from "${specifier}"`
  return line.length <= 90
    ? line
    : `import {\n${names.map((name) => `  ${name},`).join("\n")}\n} from "${specifier}"`
}

function guideLine(specifier: string): string[] {
  const name = specifier.replace(/^mortise\//, "")
  const folder = ["clients", "orms"].find((candidate) =>
    existsSync(join(root, `docs/${candidate}/${name}.md`)),
  )
  const [title, address] =
    guides[name] ??
    (folder
      ? [name, `/${folder}/${name}/`]
      : name.startsWith("auth/")
        ? ["Routes and bindings", "/auth-routes/"]
        : name.startsWith("@mortise")
          ? ["Is my adapter right?", "/conformance/"]
          : [])
  return address ? [`How to use it: [${title}](${address}).`, ""] : []
}

function section(
  { name, isValue, signature, docs, examples, members }: Description,
  homes: ReadonlyMap<string, string>,
): string[] {
  const isTable = members.length > 0 && members.some((member) => member.docs !== "")
  const used = [...new Set(signature.match(/\b[A-Z]\w+/g) ?? [])].filter(
    (typeName) => typeName !== name && homes.has(typeName),
  )
  return [
    "",
    `## ${name}`,
    "",
    docs.replaceAll("<", "&lt;"),
    "",
    // A table of options says all that the declaration would repeat.
    ...(isTable && !isValue ? [] : ["```ts", signature, "```"]),
    ...(isTable ? ["", ...memberTable(members)] : []),
    ...(used.length > 0
      ? ["", `Types: ${used.map((typeName) => link(typeName, homes.get(typeName) ?? "")).join(", ")}.`]
      : []),
    ...examples.flatMap((example) => ["", example.replace(/^```ts.*$/m, "```ts")]),
  ]
}

const memberTable = (members: readonly Member[]): string[] => [
  "| name | type | meaning |",
  "|---|---|---|",
  ...members.map(
    ({ name, isOptional, type, docs }) =>
      `| \`${name}${isOptional ? "?" : ""}\` | \`${type.replaceAll("|", "\\|").replaceAll("`", "'")}\` | ${cell(docs)} |`,
  ),
]
