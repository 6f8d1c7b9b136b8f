import type { Statement } from "../driver.ts"

/** A statement that is run once: nothing keeps it, and servers prepare it without a name. */
export const unpreparedStatement = (text: string): Statement => ({
  text,
  name: "",
  returns: /^SELECT\b/.test(text),
})
