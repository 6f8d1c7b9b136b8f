import { readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { root } from "../../scripts/ensure-install.mjs"
import { packages } from "../../scripts/source/packages.ts"
import { publicEntries } from "../../scripts/source/public-entries.ts"
import { sourceFiles } from "../../scripts/source/source-files.ts"
import { contractPages } from "./contract-pages.ts"

/** A page of the sidebar: a Markdown file of the repository, or the address of a generated page. */
export type Entry = readonly [label: string, page: string]

/** Pages, and groups of pages below them. It is open in the sidebar if it says so. */
export type Group = {
  readonly label: string
  readonly entries: readonly (Entry | Group)[]
  readonly open?: true
}

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

/** A host's path of three pages, and below it what else belongs to the host. */
const host = (label: string, path: readonly [string, string, string], more: Group): Group => ({
  label,
  entries: [["Start", path[0]], ["Production", path[1]], ["Reference", path[2]], more],
  open: true,
})

const hosts = (): Group[] => [
  host("Auth.js", ["docs/authjs.md", "docs/authjs-production.md", "docs/authjs-reference.md"], {
    label: "Frameworks",
    entries: [
      ["Next.js", "docs/quickstart/nextjs.md"],
      ["SvelteKit", "docs/quickstart/sveltekit.md"],
      ["Express", "docs/quickstart/express.md"],
      ["Hono", "docs/quickstart/hono.md"],
      ["Cloudflare Workers", "docs/quickstart/worker.md"],
      ["An existing application", "docs/init-orms.md"],
      ["A worker on D1, to deploy", "examples/worker-d1/README.md"],
    ],
  }),
  host(
    "Better Auth",
    ["docs/quickstart/better-auth.md", "docs/better-auth-production.md", "docs/better-auth.md"],
    {
      label: "More",
      entries: [
        ["Tables and upgrades", "docs/better-auth-migrate.md"],
        ["Secondary storage", "docs/better-auth-storage.md"],
        ["Differences and limits", "docs/better-auth-differences.md"],
      ],
    },
  ),
  host("mortise/auth", ["docs/auth-start.md", "docs/auth-production.md", "docs/auth-options.md"], {
    label: "Each part",
    entries: [
      ["Overview", "docs/auth.md"],
      ["Sessions", "docs/auth-sessions.md"],
      ["Email links and codes", "docs/auth-email.md"],
      ["OAuth and OpenID Connect", "docs/auth-oauth.md"],
      ["Providers", "docs/auth-providers.md"],
      ["Passkeys", "docs/auth-passkeys.md"],
      ["Routes and bindings", "docs/auth-routes.md"],
      ["Your own handlers", "docs/auth-handlers.md"],
      ["Events", "docs/auth-events.md"],
      ["Over any adapter", "docs/auth-adapters.md"],
      ["Over official adapters", "docs/auth-official-adapters.md"],
      ["Differences from Auth.js", "docs/auth-authjs.md"],
      ["A worker in a Durable Object", "examples/worker-durable-object/README.md"],
    ],
  }),
]

/** What people do with any host. The start page lists these, too. */
export const topics: readonly Group[] = [
  {
    label: "Users and sessions",
    entries: [
      ["Custom user fields", "docs/custom-fields.md"],
      ["The schema", "docs/schema.md"],
      ["Fields of the schema", "docs/schema-fields.md"],
      ["Sign out everywhere", "docs/sign-out-everywhere.md"],
      ["Suspend a user", "docs/auth-suspension.md"],
      ["Delete an account", "docs/delete-account.md"],
      ["Change an address", "docs/auth-change-email.md"],
      ["Users from before", "docs/auth-existing-users.md"],
      ["The studio: an admin page", "docs/studio.md"],
      ["Tenants", "docs/tenants.md"],
      ["Sessions in another store", "docs/split.md"],
    ],
  },
  {
    label: "Tokens and secrets",
    entries: [
      ["Fresh access tokens", "docs/access-tokens.md"],
      ["Encrypted provider tokens", "docs/encrypted-tokens.md"],
      ["Layers, and hashed sessions", "docs/layers.md"],
      ["Federated logout", "docs/logout.md"],
      ["After a leak", "docs/breach.md"],
      ["Threat model", "docs/threat-model.md"],
      ["Report a vulnerability", "SECURITY.md"],
    ],
  },
  {
    label: "Moving data",
    entries: [
      ["Switch, upgrade, undo", "docs/upgrade.md"],
      ["Migrations", "docs/migrate.md"],
      ["Migrations in a team", "docs/migrations-in-a-team.md"],
      ["Tables for your ORM", "docs/generate.md"],
      ["Move to another database", "docs/move-database.md"],
      ["Auth.js to Better Auth", "docs/from-authjs-to-better-auth.md"],
    ],
  },
  {
    label: "Operations",
    entries: [
      ["Production", "docs/deployment.md"],
      ["Serverless and other hosts", "docs/hosts.md"],
      ["Poolers", "docs/poolers.md"],
      ["Check a database", "docs/doctor.md"],
      ["Audit log", "docs/audit.md"],
      ["Tracing", "docs/tracing.md"],
      ["Transactions", "docs/transactions.md"],
      ["Clusters", "docs/guarantees.md"],
      ["Scale", "docs/scale.md"],
      ["Shut a server down", "docs/shutdown.md"],
      ["A function instead of a client", "docs/client-function.md"],
      ["A backend over HTTP", "docs/http.md"],
      ["Run a server", "docs/serve.md"],
      ["A backend in Python", "examples/python-backend/README.md"],
      ["Errors", "/troubleshooting/"],
    ],
  },
]

const stores = (): Group => ({
  label: "Stores",
  entries: [
    { label: "Clients", entries: inFolder("docs/clients") },
    { label: "ORMs", entries: inFolder("docs/orms") },
    {
      label: "How they work",
      entries: [
        ["The SQL store", "docs/sql-store.md"],
        ["The SQL statements", "docs/sql-statements.md"],
        ["The Redis store", "docs/redis-store.md"],
        ["The DynamoDB store", "docs/dynamodb.md"],
        ["A store of your own", "docs/own-store.md"],
      ],
    },
  ],
})

const reference = (): Group => ({
  label: "Reference",
  entries: [
    ["What to import", "docs/imports.md"],
    ["What is not here", "docs/not-included.md"],
    {
      label: "Command line",
      entries: [["The command line", "docs/cli.md"], ...inFolder("docs/cli")],
    },
    { label: "Modules", entries: [["Modules", "/reference/"], ...referencePages()] },
    {
      label: "Contract and suite",
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
      ],
    },
    {
      label: "Measurements",
      entries: [
        ["Scoreboard of adapters", "docs/peers.md"],
        ["Findings per adapter", "/scoreboard/"],
        ["Benchmarks", "bench/results/README.md"],
        ["Runtimes", "docs/runtimes.md"],
      ],
    },
    {
      label: "Project",
      entries: [
        ["Try it in the browser", "site/playground/README.md"],
        ["The playground", "docs/playground.md"],
        ["Changes of the library", "packages/mortise/CHANGELOG.md"],
        ["Changes of the suite", "packages/conformance/CHANGELOG.md"],
        ["Versions and compatibility", "docs/compatibility.md"],
        ["Contributing", "CONTRIBUTING.md"],
        ["Tests", "docs/testing.md"],
      ],
    },
  ],
})

/** All groups of the sidebar: hosts, topics, stores, reference. */
export const groups = (): Group[] => [...hosts(), ...topics, stores(), reference()]
