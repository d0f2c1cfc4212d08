export { foldPlace, loadGazetteer, resolvePlaces, similarCities, suggestPlaces } from './gazetteer.ts'
export type { City, Gazetteer, Place, ZipCode } from './gazetteer.ts'
