// The parts of React Native that the client imports, from the shim.
export const { AppState, NativeModules } = globalThis.reactNative;
