// A browser test that asks the API asks the service of the browser tests. Each test file has an environment of its own.
process.env.ROSTRA_TEST = process.env.ROSTRA_BROWSER_TEST;
