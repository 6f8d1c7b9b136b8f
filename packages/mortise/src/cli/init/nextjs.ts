import { docsUrl } from "../program/docs-url.ts"
import type { Framework } from "./framework.ts"
import { printedLink, sessionText } from "./template-parts.ts"

const pageText = (auth: string, name: string): string => `import { connection } from "next/server"
import { Suspense } from "react"
import { auth, signIn, signOut } from "${auth}"

async function enter() {
  "use server"
  await signIn()
}

async function leave() {
  "use server"
  await signOut()
}

async function Visitor() {
  await connection()
  const session = await auth()
  return session ? (
    <form action={leave}>
      Hello {session.user.email}, {session.user.role} <button type="submit">Sign out</button>
    </form>
  ) : (
    <form action={enter}>
      <button type="submit">Sign in</button>
    </form>
  )
}

// With Cache Components, Next.js renders the page before a request, and this part later.
export default function ${name}() {
  return (
    <Suspense>
      <Visitor />
    </Suspense>
  )
}
`

/** Auth.js in the App Router of Next.js, as docs/quickstart/nextjs.md shows it. */
export const nextjs: Framework = {
  package: "next",
  packages: ["next-auth@5.0.0-beta.32"],
  newPackages: ["next", "react", "react-dom"],
  devPackages: ["typescript", "@types/node", "@types/react"],
  // Next.js refuses an app folder beside a src folder with pages.
  sourceMarks: ["src/app", "src/pages"],
  ignored: [".next/", "next-env.d.ts"],
  adapter: "adapter.ts",
  environment: ".env.local",
  start: "next dev",
  origin: "http://localhost:3000",
  routes: "/api/auth",
  page: docsUrl("quickstart/nextjs"),
  files: {
    "auth.ts": `import { printMail, sessionCallback } from "mortise"
import NextAuth from "next-auth"
import GitHub from "next-auth/providers/github"
import { adapter, schema } from "./adapter"

${sessionText("next-auth")}

export const { handlers, auth, signIn, signOut } = NextAuth({
  adapter,
  providers: [
${printedLink(4)}
    ...(process.env.AUTH_GITHUB_ID ? [GitHub] : []),
  ],
  callbacks: { session },
})
`,
    "app/api/auth/[...nextauth]/route.ts": `import { handlers } from "../../../../auth"

export const { GET, POST } = handlers
`,
  },
  newFiles: {
    "app/layout.tsx": `import type { ReactNode } from "react"

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
`,
    "app/page.tsx": pageText("../auth", "Home"),
  },
  existing: {
    files: { "app/signed-in/page.tsx": pageText("../../auth", "SignedIn") },
    // An app folder beside pages has no layout, which a page needs.
    needs: ["app/layout.tsx", "app/layout.jsx", "app/layout.js"],
  },
}
