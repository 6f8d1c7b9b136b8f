import type { AuthEvent, createAuth } from "../../../src/auth/index.ts"
import type { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"

/** The functions under test: those of the sources, or in another process those of the built package. */
type Parts = {
  readonly createAuth: typeof createAuth
  readonly memoryAdapter: typeof memoryAdapter
  readonly origin: string
}

/** What a test can order at `/control`, also in another process, and what it sees there. */
export type Control = { readonly isDown?: boolean; readonly advanceMs?: number }
export type Seen = {
  readonly mails: readonly { readonly to: string; readonly link?: string; readonly code?: string }[]
  readonly events: readonly AuthEvent[]
}

/** An application whose store can fail and whose clock can advance, with the handler of `/control`. */
export function routedApp({ createAuth, memoryAdapter, origin }: Parts) {
  let isDown = false
  let advanced = 0
  const mails: { to: string; link?: string; code?: string }[] = []
  const events: AuthEvent[] = []
  const now = () => Date.now() + advanced
  const store = memoryAdapter({ now, onWarning: () => {} })
  const failing = Object.entries(store).map(([name, run]) => [
    name,
    async (...args: never[]) => {
      if (isDown) throw new Error("the store is down")
      return (run as (...args: never[]) => unknown)(...args)
    },
  ])
  const auth = createAuth({
    adapter: { ...store, ...(Object.fromEntries(failing) as typeof store) },
    secret: "kL8vQx2Zr5tYp9Wm3Nd7Hs1Bf6Jc4Ga0",
    origin,
    now,
    session: { strategy: "database" },
    email: {
      sendLink: ({ to, link }) => void mails.push({ to, link }),
      sendCode: ({ to, code }) => void mails.push({ to, code }),
      limit: { max: 100, perSeconds: 600 },
    },
    onEvent: (event) => void events.push(event),
  })

  const control = async (request: Request): Promise<Response> => {
    if (request.method === "POST") {
      const order: Control = await request.json()
      isDown = order.isDown ?? isDown
      advanced += order.advanceMs ?? 0
    }
    return Response.json({ mails, events } satisfies Seen)
  }
  return { auth, control, options: { onError: () => {} } }
}
