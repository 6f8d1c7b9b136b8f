import { register } from "node:module"

// In a process that imports this, modules outside of packages import the Better Auth that required account.issuer.
const hooks = `
  const manifest = ${JSON.stringify(new URL("package.json", import.meta.url))}
  export async function resolve(specifier, context, next) {
    const isOurs = /^better-auth(\\/|$)/.test(specifier) && !context.parentURL?.includes("/node_modules/")
    if (!isOurs) return next(specifier, context)
    return next(specifier.replace("better-auth", "better-auth-1.7.2"), { ...context, parentURL: manifest })
  }`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)
