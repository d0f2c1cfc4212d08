export {
  citiesNamed,
  countyLabel,
  findPlace,
  foldPlace,
  loadGazetteer,
  milesBetween,
  resolvePlaces,
  similarCities,
  sizeOf,
  suggestPlaces,
} from './gazetteer.ts'
export type { City, Gazetteer, Place, Region, ZipCode } from './gazetteer.ts'
export { mapShapes } from './map-shapes.ts'
