/** Loads a value when it is first used, and again after a failure. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
