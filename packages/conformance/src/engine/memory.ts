/// <reference types="node" />

const everyMs = 250

/** Measures by how many megabytes the process grows until the returned function is called. 0 if that is not known. */
export function measureMemory(): () => number {
  if (typeof process !== "object" || typeof process.memoryUsage?.rss !== "function") return () => 0
  const before = process.memoryUsage.rss()
  let most = before
  const measure = () => {
    most = Math.max(most, process.memoryUsage.rss())
  }
  const timer = setInterval(measure, everyMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    measure()
    return Math.round((most - before) / 1e6)
  }
}
