import type { VNode } from "preact"
import type { AuthName } from "../protocol.ts"
import { usePlayground } from "./playground-context.ts"
import "./documentation.css"

type Page = { readonly href: string; readonly label: string }

const first: Readonly<Record<AuthName, Page>> = {
  authjs: { href: "/docs/authjs.md", label: "Add it to Auth.js" },
  mortise: { href: "/docs/auth-start.md", label: "Start with mortise/auth" },
  "better-auth": { href: "/docs/better-auth.md", label: "Add it to Better Auth" },
}
const others: readonly Page[] = [
  { href: "/docs/guarantees.md", label: "Guarantees" },
  { href: "/docs/peers.md", label: "What official adapters break" },
  { href: "/docs/playground.md", label: "About this playground" },
]

/** Where to read more, at the end of the page. */
export function Documentation(): VNode {
  const { auth } = usePlayground().state
  return (
    <nav class="documentation" aria-label="Documentation">
      {[first[auth], ...others].map(({ href, label }) => (
        <a key={href} href={href}>
          {label}
        </a>
      ))}
    </nav>
  )
}
