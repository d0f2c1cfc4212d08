/**
 * Does a transaction again that another one got in the way of: changes of many jobs take the locks of the same counts in an order
 * of their own. The work must be a whole transaction.
 */
export async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const code = (error as { code?: string }).code
      if (attempt === 5 || (code !== '40P01' && code !== '40001')) throw error
    }
  }
}
