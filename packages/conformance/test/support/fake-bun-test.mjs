import { register } from "node:module"

// Imitates the part of bun:test that the binding uses: tests run after the module, hooks run after the tests.
const source = `
  const tests = [], hooks = []
  export const describe = (name, body) => { console.log("describe " + name); body() }
  export const test = (name, body, timeout) => tests.push({ name, body, timeout })
  export const afterAll = (hook) => hooks.push(hook)
  setTimeout(async () => {
    for (const { name, body, timeout } of tests)
      await body().then(() => console.log("pass " + name + " " + timeout), (error) => console.log("fail " + name + "\\n" + error.message))
    for (const hook of hooks) await hook()
  })`

const hooks = `
  const source = ${JSON.stringify(source)}
  export const resolve = (specifier, context, next) =>
    specifier === "bun:test" ? { url: "bun:test", shortCircuit: true } : next(specifier, context)
  export const load = (url, context, next) =>
    url === "bun:test" ? { format: "module", source, shortCircuit: true } : next(url, context)`

register(`data:text/javascript,${encodeURIComponent(hooks)}`)
