// The address of the service is that of the contract.
module.exports = {
  research: {
    input: './openapi.json',
    output: { target: './made/api.ts', client: 'fetch', baseUrl: { getBaseUrlFromSpecification: true } },
  },
};
