import { existsSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { root } from "../../scripts/ensure-install.mjs"
import { packages } from "../../scripts/source/packages.ts"
import { publicEntries } from "../../scripts/source/public-entries.ts"
import { sourceFiles } from "../../scripts/source/source-files.ts"
import { contractPages } from "./contract-pages.ts"
import { toSlug } from "./slug.ts"

/** A page of the sidebar: a Markdown file of the repository, or the address of a generated page. */
type Entry = readonly [label: string, page: string]

const inFolder = (folder: string): Entry[] =>
  sourceFiles(join(root, folder), ".md").map((file) => [readTitle(file), relative(root, file)])

const readTitle = (file: string): string =>
  (/^# (.+)$/m.exec(readFileSync(file, "utf8"))?.[1] ?? file).replaceAll("`", "")

/** The addresses of the pages about the modules of both packages. */
const referencePages = (): Entry[] =>
  Object.values(packages).flatMap((folder) =>
    publicEntries(folder).map(
      ({ specifier }): Entry => [specifier, `/reference/${specifier.replace("@", "")}/`],
    ),
  )

type Group = { readonly label: string; readonly entries: readonly Entry[] }

const introduction: readonly Group[] = [
  {
    label: "Start",
    entries: [
      ["Next.js", "docs/quickstart/nextjs.md"],
      ["SvelteKit", "docs/quickstart/sveltekit.md"],
      ["Express", "docs/quickstart/express.md"],
      ["Hono", "docs/quickstart/hono.md"],
      ["Better Auth", "docs/quickstart/better-auth.md"],
      ["A worker", "docs/quickstart/worker.md"],
      ["In an existing application", "docs/init-orms.md"],
      ["What to import", "docs/imports.md"],
      ["What is not here", "docs/not-included.md"],
      ["Without Auth.js", "docs/auth-start.md"],
      ["A worker on D1", "examples/worker-d1/README.md"],
      ["A worker in a Durable Object", "examples/worker-durable-object/README.md"],
      ["Try it in the browser", "site/playground/README.md"],
      ["The playground", "docs/playground.md"],
    ],
  },
  {
    label: "Guides",
    entries: [
      ["Switch from an official adapter", "docs/upgrade.md"],
      ["Custom user fields", "docs/custom-fields.md"],
      ["The schema", "docs/schema.md"],
      ["Fields of the schema", "docs/schema-fields.md"],
      ["Transactions", "docs/transactions.md"],
      ["Delete an account", "docs/delete-account.md"],
      ["Sign out everywhere", "docs/sign-out-everywhere.md"],
      ["Deployment", "docs/deployment.md"],
      ["Shut a server down", "docs/shutdown.md"],
      ["A function instead of a client", "docs/client-function.md"],
      ["Serverless and other hosts", "docs/hosts.md"],
      ["Poolers", "docs/poolers.md"],
      ["Migrations", "docs/migrate.md"],
      ["Migrations in a team", "docs/migrations-in-a-team.md"],
      ["Tables for your ORM", "docs/generate.md"],
      ["Move to another database", "docs/move-database.md"],
      ["Going distributed", "docs/guarantees.md"],
      ["Scale", "docs/scale.md"],
      ["A backend over HTTP", "docs/http.md"],
      ["Run a server", "docs/serve.md"],
      ["A backend in Python", "examples/python-backend/README.md"],
      ["Auth.js to Better Auth", "docs/from-authjs-to-better-auth.md"],
      ["Troubleshooting", "/troubleshooting/"],
      ["Security", "SECURITY.md"],
      ["Threat model", "docs/threat-model.md"],
      ["After a leak", "docs/breach.md"],
    ],
  },
]

const guides = (): Group[] => [
  { label: "Clients", entries: [...inFolder("docs/clients")] },
  { label: "ORMs", entries: inFolder("docs/orms") },
  {
    label: "Auth",
    entries: [
      ["Overview", "docs/auth.md"],
      ["Sessions", "docs/auth-sessions.md"],
      ["Email", "docs/auth-email.md"],
      ["OAuth and OpenID Connect", "docs/auth-oauth.md"],
      ["Providers", "docs/auth-providers.md"],
      ["Passkeys", "docs/auth-passkeys.md"],
      ["Routes and bindings", "docs/auth-routes.md"],
      ["Your own handlers", "docs/auth-handlers.md"],
      ["Options", "docs/auth-options.md"],
      ["Change an address", "docs/auth-change-email.md"],
      ["Suspend a user", "docs/auth-suspension.md"],
      ["Users from before", "docs/auth-existing-users.md"],
      ["Fresh access tokens", "docs/access-tokens.md"],
      ["Federated logout", "docs/logout.md"],
      ["Events", "docs/auth-events.md"],
      ["Over any adapter", "docs/auth-adapters.md"],
      ["Over official adapters", "docs/auth-official-adapters.md"],
      ["Differences from Auth.js", "docs/auth-authjs.md"],
    ],
  },
  {
    label: "Better Auth",
    entries: [
      ["As its database", "docs/better-auth.md"],
      ["As its secondary storage", "docs/better-auth-storage.md"],
      ["Tables", "docs/better-auth-migrate.md"],
      ["Differences and limits", "docs/better-auth-differences.md"],
    ],
  },
  {
    label: "Layers",
    entries: [
      ["Overview", "docs/layers.md"],
      ["Encrypted provider tokens", "docs/encrypted-tokens.md"],
      ["Sessions in another store", "docs/split.md"],
      ["Audit log", "docs/audit.md"],
      ["Tracing", "docs/tracing.md"],
    ],
  },
]

const references = (): Group[] => [
  {
    label: "CLI",
    entries: [
      ["The command line", "docs/cli.md"],
      ["Check a database", "docs/doctor.md"],
      ["The studio", "docs/studio.md"],
      ...inFolder("docs/cli"),
    ],
  },
  {
    label: "Reference",
    entries: [["Modules", "/reference/"], ["Error codes", "/troubleshooting/"], ...referencePages()],
  },
  {
    label: "Contract",
    entries: [
      ["Clause by clause", "contract/clauses.md"],
      ...contractPages(),
      ["All cases", "/contract/cases/"],
      ["Test your adapter", "docs/conformance.md"],
      ["Test a backend", "docs/conformance-backends.md"],
      ["Test a cluster", "docs/conformance-clusters.md"],
      ["Test an adapter of Better Auth", "docs/conformance-better-auth.md"],
      ["Requirements", "contract/requirements.md"],
      ["HTTP protocol", "docs/protocol.md"],
      ["How the SQL store works", "docs/sql-store.md"],
      ["The SQL statements", "docs/sql-statements.md"],
      ["How the Redis store works", "docs/redis-store.md"],
    ],
  },
  {
    label: "Measurements",
    entries: [
      ["Benchmarks", "bench/results/README.md"],
      ["Runtimes", "docs/runtimes.md"],
      ["Scoreboard of adapters", "docs/peers.md"],
      ["Findings per adapter", "/scoreboard/"],
    ],
  },
  {
    label: "Project",
    entries: [
      ["Changes of the library", "packages/mortise/CHANGELOG.md"],
      ["Changes of the suite", "packages/conformance/CHANGELOG.md"],
      ["Versions and compatibility", "docs/compatibility.md"],
      ["Contributing", "CONTRIBUTING.md"],
      ["Tests", "docs/testing.md"],
    ],
  },
]

/** Every page of the site but the start page, in the order of the sidebar. */
const groups = (): Group[] => [...introduction, ...guides(), ...references()]

/** The Markdown files that become pages, README.md excepted, which the start page replaces. */
export function sources(): string[] {
  const listed = groups()
    .flatMap(({ entries }) => entries.map(([, page]) => page))
    .filter((page) => page.endsWith(".md"))
  const missing = listed.filter((page) => !existsSync(join(root, page)))
  const unlisted = sourceFiles(join(root, "docs"), ".md")
    .map((file) => relative(root, file))
    .filter((page) => !listed.includes(page))
  if (missing.length + unlisted.length > 0)
    throw new Error(
      `site/stage/sidebar.ts must list every page of docs/ once. Missing files: ${missing.join(", ") || "none"}. Pages to add: ${unlisted.join(", ") || "none"}.`,
    )
  return listed
}

/** The sidebar in the form that Starlight reads. */
export const sidebar = () =>
  groups().map(({ label, entries }) => ({
    label,
    collapsed: !["Start", "Guides"].includes(label),
    items: entries.map(([name, page]) => ({
      label: name,
      link: page.endsWith(".md") ? `/${toSlug(page)}/` : page,
    })),
  }))
