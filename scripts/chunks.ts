type Context = { getModuleInfo(id: string): { importers: readonly string[] } | null }

const entry = /\/src\/web\/entry-client\.tsx$/
/** The pages at which people arrive; what they need, they need at once. */
const arrivals = /\/src\/web\/(home|job)-page\.tsx$|\/src\/features\/jobs\/web\/(jobs|landing)-page\.tsx$/

/**
 * How the pages' code is cut. What two of the arrivals share goes into one file: many small ones compress worse than they
 * cache better. The form library and zod make another, which no first load has room for; where one gets it nevertheless,
 * because a page imports a schema's value, the byte budget in the browser tests tells.
 */
export const chunkGroups = [
  {
    name: (id: string, context: Context) => (isNeededAtOnce(id, context) ? 'shared' : null),
    test: /\/src\//,
    minShareCount: 2,
    priority: 2,
  },
  { name: 'forms', test: /\/src\/web\/lib\/form\/|\/node_modules\/(zod|react-hook-form|@hookform)\//, priority: 1 },
]

function isNeededAtOnce(id: string, context: Context): boolean {
  const users = [...importersOf(id, context)]
  return users.some((it) => entry.test(it)) || users.filter((it) => arrivals.test(it)).length > 1
}

/** The module, what imports it, what imports that, and so on; dynamic imports do not count. */
function importersOf(id: string, context: Context, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const importer of context.getModuleInfo(id)?.importers ?? []) importersOf(importer, context, found)
  return found
}
