/** The `ids` of defineSchema that match the type of an existing id column. Existing ids are never converted. */
export function idAdvice(type: string): string {
  const ids = /int|serial|numeric/i.test(type) ? "serial" : /^uuid$/i.test(type) ? "uuid" : "given"
  return `Fix: use ids: "${ids}" in defineSchema, which matches this column.`
}
