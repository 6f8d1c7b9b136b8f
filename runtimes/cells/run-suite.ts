import { type Factory, runConformance } from "@mortise/conformance"
import { migrate } from "mortise/migrate"
import type { Bindings, Open, Place } from "../clients/client.ts"

/** What a cell has to do, as JSON. */
export type Order = { readonly client: string; readonly place: Place; readonly isSql: boolean }

/** The result of the suite in a cell. */
export type Outcome = {
  readonly passed: number
  /** Failed and warned cases, with their errors. */
  readonly failed: readonly string[]
  /** The reasons of the skipped cases, by case. */
  readonly skipped: Readonly<Record<string, string>>
}

/** An error while the client was loaded or first used: the suite did not start. */
export type Unopened = { readonly unopened: string }

/** Runs the suite at quick effort, on one store, or returns why the client cannot be opened. */
export async function runSuite(
  open: () => Promise<Open>,
  { place, isSql }: Order,
  bindings: Bindings = {},
): Promise<Outcome | Unopened> {
  const factory: Factory = async () => {
    const opened = await (await open())(place, bindings)
    const adapter = opened.adapter as Parameters<typeof migrate>[0]
    if (isSql) await migrate(adapter)
    else await (adapter as { getUser(id: string): Promise<unknown> }).getUser("nobody")
    const { close, outage = close } = opened
    // An outage may have closed the client already.
    const end = async () => close()
    return { adapter, close: () => end().catch(() => {}), ...(outage && { outage }) }
  }
  try {
    await (await factory()).close?.()
  } catch (error) {
    return { unopened: messageOf(error) }
  }
  // With a fixed seed, all cells run the same cases.
  const { passed, results } = await runConformance({ factory, effort: "quick", seed: 1, onLine: false })
  const broken = results.filter(({ status }) => status === "failed" || status === "warned")
  const skipped = results.filter(({ status }) => status === "skipped")
  return {
    passed,
    failed: broken.map(({ id, error }) => `${id}: ${error?.message}`),
    skipped: Object.fromEntries(skipped.map(({ id, reason }) => [id, reason ?? ""])),
  }
}

const messageOf = (error: unknown): string => {
  const { message, cause } = Object(error) as { readonly message?: string; readonly cause?: unknown }
  return [message ?? String(error), ...(cause ? [messageOf(cause)] : [])].join(": ")
}
