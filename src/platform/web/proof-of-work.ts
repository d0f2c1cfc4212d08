import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** Works for some seconds, in the browser's own threads for cryptography. Undefined where that fails, as on plain HTTP. */
export async function proveWork(challenge: Challenge): Promise<string | undefined> {
  const solution = await solveChallenge({ challenge, deriveKey }).catch(() => null)
  return solution ? btoa(JSON.stringify({ challenge, solution })) : undefined
}
