// As much of React and React Native as the example app uses, to compile it without these packages.
declare namespace JSX {
  interface Element {
    readonly element: unique symbol;
  }
  interface ElementAttributesProperty {
    props: object;
  }
}

declare module "react" {
  export type ReactElement = JSX.Element;
  export function useState<State>(initial: State): [State, (next: State | ((earlier: State) => State)) => void];
  export function useEffect(effect: () => () => void, dependencies: unknown[]): void;
  const React: { createElement: unknown };
  namespace React {
    type ReactElement = JSX.Element;
  }
  export default React;
}

declare module "react-native" {
  interface Children {
    children?: unknown;
    key?: string | number;
  }
  export function SafeAreaView(props: Children): JSX.Element;
  export function ScrollView(props: Children): JSX.Element;
  export function Text(props: Children): JSX.Element;
  export function Button(props: { title: string; onPress: () => void | Promise<void>; key?: string }): JSX.Element;
  export function TextInput(props: {
    placeholder: string;
    value: string;
    onChangeText: (text: string) => void;
    autoCapitalize: "none";
  }): JSX.Element;
}
