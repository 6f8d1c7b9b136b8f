import { checkImports } from "../../../../../scripts/check-imports/check-imports.ts"
import { temporaryTree } from "../../support/temporary-tree.ts"

const library = {
  "index.ts": `export * from "./contract/models.ts"\nexport * from "./operations/users.ts"`,
  "shared/visible-text.ts": `export const visibleText = String`,
  "shared/awaitable.ts": `export type Awaitable<T> = T | Promise<T>`,
  "contract/models.ts": `import type { Awaitable } from "../shared/awaitable.ts"\nexport const models: Awaitable<number> = 1`,
  "schema/presets.ts": `export * from "../contract/models.ts"`,
  "operations/users.ts": `import { models } from "../contract/models.ts"\nimport type { Store } from "./store.ts"\nexport const users = (store: Store) => [models, store]`,
  "operations/store.ts": `import type { models } from "../contract/models.ts"\nexport interface Store { readonly models: typeof models }`,
  "stores/memory/memory-adapter.ts": `import { users } from "../../operations/users.ts"\nexport const memoryAdapter = users`,
  "sql/statement.ts": `export const statement = 1`,
  "sql/engines/postgres/dialect.ts": `export * from "../../statement.ts"`,
  "sql/engines/mysql/dialect.ts": `export * from "../../statement.ts"`,
  "sql/drivers/pg/pg-client.ts": `export * from "../../engines/postgres/dialect.ts"`,
  "sql/drivers/postgres/postgres-client.ts": `export * from "../../engines/postgres/dialect.ts"`,
  "sql/orms/drizzle/describe-drizzle.ts": `export * from "../../drivers/pg/pg-client.ts"`,
  "stores/sql/compile/tables.ts": `export * from "../../../sql/statement.ts"`,
  "stores/sql/migrate/plan.ts": `export * from "../compile/tables.ts"`,
  "stores/sql/adapters/pg-adapter.ts": `export * from "../../../sql/drivers/pg/pg-client.ts"`,
  "stores/sql/adapters/postgres-adapter.ts": `export * from "../../../sql/drivers/postgres/postgres-client.ts"`,
  "stores/sql/orms/drizzle/drizzle-adapter.ts": `export * from "../../../../sql/orms/drizzle/describe-drizzle.ts"`,
  "better-auth/index.ts": `export * from "../sql/drivers/pg/pg-client.ts"`,
  "http/client.ts": `export * from "../contract/models.ts"`,
  "auth/sessions.ts": `import { SignJWT } from "jose"\nimport { models } from "../contract/models.ts"\nexport const sessions = [SignJWT, models]`,
  "cli/main.ts": `import { argv } from "node:process"\nexport const run = async () => [argv, await import("../stores/sql/adapters/pg-adapter.ts")]`,
  "cli/studio/access.ts": `import { createHmac } from "node:crypto"\nexport * from "../../contract/models.ts"\nexport { createHmac }`,
  "cli/studio/api-types.ts": `export type { models } from "../../contract/models.ts"`,
}

const suite = {
  "index.ts": `export * from "./suites/authjs/cases.ts"\nexport * from "./chaos/run-chaos.ts"`,
  "vitest.ts": `export { test } from "vitest"\nexport * from "./suites/authjs/cases.ts"`,
  "engine/run-suite.ts": `export * from "mortise"`,
  "suites/authjs/cases.ts": `export * from "../../engine/run-suite.ts"`,
  "suites/authjs/programs/arbitraries.ts": `export { integer } from "fast-check"`,
  "suites/better-auth/index.ts": `export { betterAuth } from "better-auth"\nexport * from "../../engine/run-suite.ts"`,
  "chaos/run-chaos.ts": `export * from "../suites/authjs/cases.ts"`,
}

const pages = {
  "button.tsx": `import { h } from "preact"\nimport { visibleText } from "../../mortise/src/shared/visible-text.ts"\nimport "./button.css"\nexport const Button = () => h("button", null, visibleText(1))`,
  "button.css": ".button {}",
  "studio/main.tsx": `import { render } from "preact"\nimport type { models } from "../../../mortise/src/cli/studio/api-types.ts"\nexport * from "../button.tsx"\nexport { render, type models }`,
}

const workshop = {
  "servers/mail.ts": `import { createServer } from "node:net"\nimport { root } from "../../../../scripts/root.ts"\nexport * from "../../../mortise/src/index.ts"\nexport const mail = [createServer, root]`,
}

const below = (folder: string, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`packages/${folder}/${path}`, text]))

/** The files of a small repository that follows every import rule. Each test breaks a rule in one file. */
export const smallProject: Readonly<Record<string, string>> = {
  ...below("mortise/src", library),
  ...below("conformance/src", suite),
  ...below("pages/src", pages),
  ...below("workshop/src", workshop),
  "packages/mortise/package.json": JSON.stringify({
    name: "mortise",
    exports: {
      ".": "./dist/index.js",
      "./memory": "./dist/stores/memory/memory-adapter.js",
      "./pg": "./dist/stores/sql/adapters/pg-adapter.js",
      "./drizzle": "./dist/stores/sql/orms/drizzle/drizzle-adapter.js",
      "./better-auth": "./dist/better-auth/index.js",
      "./package.json": "./package.json",
    },
  }),
  "packages/conformance/package.json": JSON.stringify({
    name: "@mortise/conformance",
    exports: { ".": "./dist/index.js", "./vitest": "./dist/vitest.js" },
  }),
  "packages/pages/package.json": JSON.stringify({ name: "@mortise/pages", private: true }),
  "packages/workshop/package.json": JSON.stringify({ name: "@mortise/workshop", private: true }),
}

/** Appends a line to a file of packages, or creates the file, and returns the violations. */
export function complaints(
  file: string,
  line: string,
  more: Readonly<Record<string, string>> = {},
): string[] {
  const path = `packages/${file}`
  const before = smallProject[path] ?? ""
  const tree = temporaryTree({
    ...smallProject,
    ...below("", more),
    [path]: `${before}\n${line}`,
  })
  return checkImports(tree).map(({ message }) => message)
}
