import type { Statement } from "../driver.ts"

/** A statement that is run once: it is not cached, and servers do not prepare it by name. */
export const unpreparedStatement = (text: string): Statement => ({
  text,
  name: "",
  returns: /^SELECT\b/.test(text),
})
