import { connection } from "next/server"
import { Suspense } from "react"
import { auth, signIn, signOut } from "../auth"

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
export default function Home() {
  return (
    <Suspense>
      <Visitor />
    </Suspense>
  )
}
