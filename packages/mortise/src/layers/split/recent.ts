/** The entries that were used last. Above `most` entries, those are dropped that were not used since the last drop. */
export type Recent<T> = {
  get(key: string): T | undefined
  set(key: string, value: T): void
  delete(key: string): void
}

export function createRecent<T>(most: number): Recent<T> {
  let [current, previous] = [new Map<string, T>(), new Map<string, T>()]
  const set = (key: string, value: T): void => {
    if (current.size >= most) [current, previous] = [new Map(), current]
    current.set(key, value)
  }
  return {
    get(key) {
      const value = current.get(key)
      if (value !== undefined) return value
      const older = previous.get(key)
      if (older !== undefined) set(key, older)
      return older
    },
    set,
    delete(key) {
      current.delete(key)
      previous.delete(key)
    },
  }
}
