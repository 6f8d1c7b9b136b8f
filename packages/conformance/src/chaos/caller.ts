import { member } from "../engine/case-tools/same-value.ts"
import { type ChaosCall, isAnswered } from "./chaos-call.ts"
import type { Perform } from "./record-calls.ts"

/** One of the concurrent callers of a process. */
export type Caller = {
  /** Unique among all processes of a run. */
  readonly name: string
  /** The adapter for most calls, and another one, which may lead to another node. */
  readonly near: object
  readonly far: object
  readonly perform: Perform
  /** Random numbers from 0 up to 1. */
  readonly random: () => number
}

/** A user whose creation was acknowledged. */
export type KnownUser = { readonly id: string; readonly email: string }

// The provider of all accounts of a run.
export const provider = "chaos"

export const readImage = (row: unknown): string => String(member(row, "image"))
export const readEmail = (row: unknown): string => String(member(row, "email"))
export const readCounter = (row: unknown): number =>
  Number(member(Array.isArray(row) ? row[0] : row, "counter"))
export const readExpires = (row: unknown): number => Number(member(member(row, "session") ?? row, "expires"))

/** The identifier of the verification token with this text. */
export const toIdentifier = (token: string): string => `${token}@token.example.com`

// Whole seconds, because some stores cut off milliseconds.
const firstExpiry = Date.UTC(2098, 0)
export const expiry = (seconds: number): Date => new Date(firstExpiry + seconds * 1000)

export const hasSucceeded = (call: ChaosCall | undefined): boolean => call !== undefined && isAnswered(call)

/** Creates a user and returns it with the id that the adapter gave it; `undefined` if it is not certain that it exists. */
export async function signUp(
  { near, perform }: Caller,
  email: string,
  image: string,
  isShared?: true,
): Promise<KnownUser | undefined> {
  const user = { id: crypto.randomUUID(), name: "Ada", email, emailVerified: null, image }
  let id: string = user.id
  // The id is read from the row, because an adapter may generate its own.
  const createUser = async (...args: unknown[]) => {
    const row = await (near as { createUser(...args: unknown[]): unknown }).createUser(...args)
    id = String(member(row, "id"))
    return row
  }
  const request = { operation: "createUser", key: email, set: image, ...(isShared && { isShared }) } as const
  return hasSucceeded(await perform({ createUser }, request, [user])) ? { id, email } : undefined
}

export const buildAccount = (providerAccountId: string, userId: string) => ({
  userId,
  type: "oauth" as const,
  provider,
  providerAccountId,
})

export const buildPasskey = (credentialID: string, userId: string) => ({
  credentialID,
  userId,
  providerAccountId: credentialID,
  credentialPublicKey: "pQECAyYgASFYIA+/==",
  counter: 0,
  credentialDeviceType: "multiDevice",
  credentialBackedUp: true,
})
