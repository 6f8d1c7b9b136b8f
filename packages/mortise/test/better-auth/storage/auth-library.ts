import { createRequire } from "node:module"
import type { BetterAuthOptions, SecondaryStorage } from "better-auth"

/** The part of Better Auth that these tests use. */
export type Library = Pick<typeof import("better-auth"), "betterAuth"> &
  Pick<typeof import("better-auth/plugins"), "bearer"> &
  Pick<typeof import("better-auth/adapters/memory"), "memoryAdapter"> &
  Pick<typeof import("better-auth/db/migration"), "getMigrations">

const modules = ["", "/plugins", "/adapters/memory", "/db/migration"]
const folders = { newest: "../../../../../package.json", oldest: "../oldest/package.json" }

/** The oldest and the newest supported version. */
export type Version = keyof typeof folders

/** Loads Better Auth. The oldest version must be installed. */
export async function loadLibrary(version: Version): Promise<Library> {
  const { resolve } = createRequire(new URL(folders[version], import.meta.url))
  const loaded = await Promise.all(modules.map((name) => import(resolve(`better-auth${name}`))))
  return Object.assign({}, ...loaded)
}

type Database = BetterAuthOptions["database"]

/** Options of an application whose sessions are due for a refresh with every read. */
export const optionsOf = ({ bearer }: Library, database: Database, secondaryStorage?: SecondaryStorage) =>
  ({
    ...(database && { database }),
    ...(secondaryStorage && { secondaryStorage }),
    baseURL: "http://localhost",
    secret: "a secret of these tests with enough characters",
    plugins: [bearer()],
    session: { updateAge: 0 },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    user: { deleteUser: { enabled: true } },
    emailAndPassword: {
      enabled: true,
      password: {
        hash: async (password: string) => password,
        verify: async ({ hash, password }: { hash: string; password: string }) => hash === password,
      },
    },
  }) satisfies BetterAuthOptions

/** An application. */
export type Auth = ReturnType<typeof openAuth>

export function openAuth(
  library: Library,
  database: Database,
  storage: SecondaryStorage,
  storeSessionInDatabase = false,
) {
  const { session, ...options } = optionsOf(library, database, storage)
  return library.betterAuth({ ...options, session: { ...session, storeSessionInDatabase } })
}

/** The tables of an application in memory. */
export const memoryTables = () => ({ user: [], account: [], session: [], verification: [] })
