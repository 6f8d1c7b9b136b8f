import { BaseSequencer, type TestSequencer, type TestSequencerConstructor, type Vitest } from "vitest/node"

/** The files that take longest, longest first. */
const longFiles = [
  "site/site.wide",
  "bundlers/quickstarts.wide",
  "bundlers/bundlers.wide",
  "http/runtimes.wide",
  "stores/sqlite/clients.wide",
  "http/python-backend.wide",
  "orms/prisma.wide",
  "orms/orms-on-postgres.wide",
  "playground/page-live.wide",
  "stores/redis/flows.wide",
  "better-auth/conformance/clients.wide",
  "http/conformance.wide",
  "stores/redis/split.wide",
  "better-auth/application/application.wide",
  "edge/d1.wide",
  "stores/servers/conformance-bun-sql.wide",
  "orms/drizzle.wide",
  "orms/kysely-on-pg.wide",
  "cli/serve.wide",
  "better-auth/their-suite/pg.wide",
  "better-auth/their-suite/mysql2.wide",
  "auth/postgres.wide",
  "stores/redis/conformance-upstash.wide",
  "stores/redis/cluster.wide",
  "stores/redis/cluster-faults.wide",
  "stores/servers/poolers.wide",
  "test/better-auth/flow-mutants.wide",
  "stores/servers/killed-server.wide",
  "stores/servers/conformance-as-mysql.wide",
  "stores/servers/conformance-neon.wide",
  "stores/servers/conformance-postgres-18.wide",
  "stores/redis/conformance-other-majors.wide",
  "stores/redis/sentinel.wide",
  "house/package",
  "house/docs",
  "cli/conformance",
  "cli/transfer",
  "auth/memory",
  "conformance/test/mutants",
  "conformance/test/suite",
  "stores/redis/conformance",
  "stores/redis/interrupted",
  "orms/query-builders-on-postgres",
  "migrate/servers",
  "stores/servers/deadlines",
  "stores/servers/conformance-postgres",
  "stores/servers/conformance-mariadb",
  "stores/servers/conformance-mysql2",
  "stores/servers/conformance-pg",
  "stores/redis/inspect-settings",
  "stores/sqlite/crashes",
  "transfer/between-stores",
]

/** How early a file begins among the files of its project. */
function readRank(path: string): number {
  const rank = longFiles.findIndex((file) => path.endsWith(`${file}.test.ts`))
  return rank === -1 ? longFiles.length : rank
}

/**
 * Begins with the files that take longest. Vitest begins with those that have the most text, and a long run that
 * begins last keeps the other workers waiting. Projects stay together, because their workers share modules.
 */
function createSequencer(vitest: Vitest): TestSequencer {
  const base = new BaseSequencer(vitest)
  return {
    shard: (files) => base.shard(files),
    async sort(files) {
      const sorted = await base.sort(files)
      const projects = [...new Set(sorted.map(({ project }) => project))]
      return sorted.sort(
        (a, b) =>
          projects.indexOf(a.project) - projects.indexOf(b.project) ||
          readRank(a.moduleId) - readRank(b.moduleId),
      )
    },
  }
}

/** Vitest calls it with `new`, which returns what the function returns. */
export const longestFirst = createSequencer as unknown as TestSequencerConstructor
