import { inBackground } from "../../in-background.ts"
import type { Intent } from "../intents.ts"
import type { SpreadParts } from "../spread-parts.ts"

/** An email and the nonce of its claim. */
export type EmailOf = readonly [email: string, nonce: string]

/** The intents of one change of a user. */
export function createNotes({ intents }: SpreadParts, id: string) {
  const noted: Intent[] = []
  return {
    /** Notes claims that the change takes or gives up. Those that it takes come first. */
    add(emails: readonly EmailOf[]): Promise<unknown> {
      const intent = { id, emails }
      noted.push(intent)
      return intents.add(intent)
    },
    /** Removes the intents as soon as nothing is left to delete. */
    settle(deletions: readonly Promise<unknown>[]): void {
      const settled = async () => {
        await Promise.all(deletions)
        await Promise.all(noted.map((intent) => intents.remove(intent)))
      }
      inBackground(settled())
    },
  }
}
