/** Where the storage keeps a CV. No part of it comes from a person. */
export const cvFolder = 'cv'

export const storageKey = (id: string): string => `${cvFolder}/${id}`

/** Undefined for what somebody else has put there. */
export const idOfKey = (key: string): string | undefined => /^cv\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(key)?.[1]
