declare module 'zipcodes' {
  type ZipCode = {
    zip: string
    city: string
    state: string
    country: string
    latitude: number
    longitude: number
  }
  const zipcodes: { codes: Record<string, ZipCode> }
  export default zipcodes
}
