import { type BetterAuthOptions, betterAuth } from "better-auth"
import type { Database } from "../../../src/better-auth/index.ts"
import { migrate } from "../../../src/better-auth/migrate/index.ts"
import {
  type AuditedOptions,
  type AuditRecord,
  audited,
  auditHash,
  hashedSessions,
} from "../../../src/layers/index.ts"
import { auditKey, collect } from "../../layers/support/audited-memory.ts"
import { openApplication } from "./application.ts"

export const email = "ada@example.com"

/** A record in a few words. */
export const brief = ({ operation, model, outcome, code, rows }: AuditRecord): string =>
  [operation, model, outcome, code, rows].filter((part) => part !== undefined).join(" ")

/** Passwords with a hash that takes no time. */
export const emailAndPassword = {
  enabled: true,
  password: {
    hash: async (text: string) => `hash of ${text}`,
    verify: async (pair: { hash: string; password: string }) => pair.hash === `hash of ${pair.password}`,
  },
}

export async function openAudited(options: BetterAuthOptions = {}, settings: Partial<AuditedOptions> = {}) {
  const { records, sink } = collect()
  const wrap = (database: Database) => audited(hashedSessions(database), sink, { key: auditKey, ...settings })
  return { ...(await openApplication({ emailAndPassword, ...options }, wrap)), records, sink }
}

/** The records since the last call. */
export const takeNew = (records: AuditRecord[]): AuditRecord[] => records.splice(0)

export const hash = (subject: Parameters<typeof auditHash>[1], value: string) =>
  auditHash(auditKey, subject, value)

export const newUser = (address: string) => {
  const now = new Date()
  return { email: address, name: "Ada", emailVerified: false, createdAt: now, updatedAt: now }
}

export const toRow = (record: AuditRecord) => {
  const now = new Date()
  return { identifier: "audit", value: brief(record), expiresAt: now, createdAt: now, updatedAt: now }
}

export async function openAuth(database: Database) {
  const auth = betterAuth({
    database,
    secret: "a-secret-that-only-tests-use-0123456789",
    baseURL: "http://localhost:3000",
    emailAndPassword,
    logger: { disabled: true },
  })
  await migrate(auth)
  return { auth, adapter: (await auth.$context).adapter }
}
