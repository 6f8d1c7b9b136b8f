import type { VNode } from "preact"
import "./introduction.css"

const steps = [
  {
    href: "#application",
    title: "Sign in",
    text: "With a mailed link, OpenID or a passkey. All of it runs on your machine.",
  },
  {
    href: "#operations",
    title: "Watch the store",
    text: "See each call with its SQL, and the rows that it changed. Move the clock.",
  },
  {
    href: "#laboratory",
    title: "Compare adapters",
    text: "Run the same tests on Mortise and on Drizzle, Prisma, Kysely or TypeORM.",
  },
] as const

const pages = [
  { href: "/docs/playground.md", label: "This playground" },
  { href: "/docs/quickstart/nextjs.md", label: "Quickstart" },
  { href: "/docs/auth.md", label: "mortise/auth" },
  { href: "/docs/guarantees.md", label: "Guarantees" },
  { href: "/docs/peers.md", label: "What official adapters break" },
] as const

/** What Mortise is, the way through the page, and where to read more. */
export function Introduction(): VNode {
  return (
    <section class="introduction" aria-labelledby="introduction-title">
      <h2 class="visually-hidden" id="introduction-title">
        What this is
      </h2>
      <p class="introduction-claim">
        Mortise is the data layer of sign-in, and keeps its rules when requests race and stores fail. With
        Auth.js's SQL adapters,{" "}
        <em>a deleted user's link still signs in, and session tokens reach the log</em>.
      </p>
      <ol class="steps" aria-label="Three steps">
        {steps.map(({ href, title, text }, index) => (
          <li key={href}>
            <a class="step" href={href}>
              <span class="step-number" aria-hidden="true">
                {index + 1}
              </span>
              <span>
                <strong>{title}</strong>
                <span class="step-text">{text}</span>
              </span>
            </a>
          </li>
        ))}
      </ol>
      <nav class="introduction-docs" aria-label="Documentation">
        <span class="soft">Read:</span>
        {pages.map(({ href, label }) => (
          <a key={href} href={href}>
            {label}
          </a>
        ))}
      </nav>
    </section>
  )
}
