/// A text that is valid or nearly valid JSON. There is one text for each typical parser fault: the classes
/// known as the JSON Parsing Test Suite, written independently from RFC 8259.
package struct JSONText: Sendable, CustomStringConvertible {
  package enum Verdict: Sendable {
    case accepted
    case refused
    /// The RFC leaves the decision to the implementation.
    case free(isAccepted: Bool)
  }

  package let description: String
  package let verdict: Verdict
  package let bytes: [UInt8]
  /// True if the text is nested deeper than the 64 levels that are read. This error precedes all others.
  package let isTooDeep: Bool

  package var isAccepted: Bool {
    switch verdict {
    case .accepted: true
    case .refused: false
    case .free(let isAccepted): isAccepted
    }
  }

  package static let all: [JSONText] = table.split(separator: "\n").map { JSONText(row: $0) } + more

  /// Parses a row: `y` or `n`, or `+` or `-` for a text that the RFC leaves open; a name; the text, in which
  /// `<A0>` is a byte.
  private init(row: Substring) {
    let parts = row.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    precondition(parts.count == 3, "not a row: \(row)")
    let verdict: Verdict =
      switch parts[0] {
      case "y": .accepted
      case "n": .refused
      case "+", "-": .free(isAccepted: parts[0] == "+")
      default: preconditionFailure("no verdict: \(row)")
      }
    self.init(String(parts[0] + "_" + parts[1]), verdict, Self.bytes(of: parts[2]))
  }

  private init(
    _ name: String, _ verdict: Verdict, _ bytes: [UInt8], isTooDeep: Bool = false
  ) {
    self.isTooDeep = isTooDeep
    description = name
    self.verdict = verdict
    self.bytes = bytes
  }

  private static func bytes(of text: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.first {
      let mark = rest.prefix(4)
      let digits = Substring(mark.dropFirst().prefix(2))
      if byte == UInt8(ascii: "<"), mark.count == 4, mark.last == UInt8(ascii: ">"),
        let value = UInt8(digits, radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(4)
      } else {
        bytes.append(byte)
        rest = rest.dropFirst()
      }
    }
    return bytes
  }

  /// The texts that do not fit into a row.
  private static let more: [JSONText] = [
    JSONText("n_structure_no_data", .refused, []),
    JSONText(
      "n_structure_100000_opening_arrays", .refused, Array(repeating: 0x5B, count: 100_000),
      isTooDeep: true),
    JSONText(
      "n_structure_50000_arrays_in_objects", .refused,
      Array(repeatElement(Array(#"[{"":"#.utf8), count: 50_000).joined()), isTooDeep: true),
    JSONText(
      "-_structure_500_nested_arrays", .free(isAccepted: false),
      Array(repeating: 0x5B, count: 500) + Array(repeating: 0x5D, count: 500), isTooDeep: true),
    JSONText(
      "+_number_exponent_of_1000_digits", .free(isAccepted: true),
      Array("[0.4e".utf8) + Array(repeating: 0x39, count: 1000) + [0x5D]),
    JSONText(
      "y_number_fraction_of_1000_digits", .accepted,
      Array("[-0.".utf8) + Array(repeating: 0x30, count: 1000) + Array("1]".utf8)),
  ]
}

private let table = #"""
  y array_spaces_within [[]   ]
  y array_empty []
  y array_empty_string [""]
  y array_ending_with_newline ["a"<0A>]
  y array_false [false]
  y array_heterogeneous [null, 1, "1", {}]
  y array_null [null]
  y array_1_and_newline [1<0A>]
  y array_leading_space  [1]
  y array_several_null [1,null,null,null,2]
  y array_trailing_space [2]<20>
  y number [123e65]
  y number_0e+1 [0e+1]
  y number_0e1 [0e1]
  y number_after_space [ 4]
  y number_close_to_zero [-0.000000000000000000000000000000000000000000000000000000000000000000000000000001]
  y number_int_with_exp [20e1]
  y number_minus_zero [-0]
  y number_negative_zero_real [-0.0]
  y number_negative_int [-123]
  y number_negative_one [-1]
  y number_real_capital_e [1E22]
  y number_real_capital_e_neg_exp [1E-2]
  y number_real_capital_e_pos_exp [1E+2]
  y number_real_exponent [123e45]
  y number_real_fraction_exponent [123.456e78]
  y number_real_neg_exp [1e-2]
  y number_real_pos_exponent [1e+2]
  y number_leading_zero_in_exponent [1e007]
  y number_simple_int [123]
  y number_simple_real [123.456789]
  y object {"asd":"sdf", "dfg":"fgh"}
  y object_basic {"asd":"sdf"}
  y object_duplicated_key {"a":"b","a":"c"}
  y object_duplicated_key_and_value {"a":"b","a":"b"}
  y object_duplicated_key_escaped {"a":1,"\u0061":2}
  y object_keys_equal_but_for_composition {"é":1,"é":2}
  y object_empty {}
  y object_empty_key {"":0}
  y object_escaped_null_in_key {"foo\u0000bar": 42}
  y object_extreme_numbers { "min": -1.0e+28, "max": 1.0e+28 }
  y object_long_strings {"x":[{"id": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}], "id": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}
  y object_simple {"a":[]}
  y object_string_unicode {"title":"\u041f\u043e\u043b\u0442\u043e\u0440\u0430 \u0417\u0435\u043c\u043b\u0435\u043a\u043e\u043f\u0430" }
  y object_newlines {<0A>"a": "b"<0A>}
  y object_tabs_and_returns {<09>"a"<0D>:<09>"b"<0D>}
  y string_1_2_3_bytes ["\u0060\u012a\u12AB"]
  y string_surrogate_pair ["\uD801\udc37"]
  y string_surrogate_pairs ["\ud83d\ude39\ud83d\udc8d"]
  y string_last_surrogates ["\uDBFF\uDFFF"]
  y string_allowed_escapes ["\"\\\/\b\f\n\r\t"]
  y string_backslash_and_u_zero ["\\u0000"]
  y string_backslash_doublequote ["\""]
  y string_comments ["a/*b*/c/*d//e"]
  y string_double_escape_a ["\\a"]
  y string_double_escape_n ["\\n"]
  y string_escaped_control_character ["\u0012"]
  y string_escaped_noncharacter ["\uFFFF"]
  y string_in_array ["asd"]
  y string_in_array_with_leading_space [ "asd"]
  y string_nbsp_escaped ["new\u00A0line"]
  y string_noncharacter_10FFFF ["<F4><8F><BF><BF>"]
  y string_noncharacter_FFFF ["<EF><BF><BF>"]
  y string_null_escape ["\u0000"]
  y string_one_byte ["\u002c"]
  y string_two_bytes ["\u0123"]
  y string_three_bytes ["\u0821"]
  y string_pi ["π"]
  y string_reserved_1BFFF ["<F0><9B><BF><BF>"]
  y string_simple_ascii ["asd "]
  y string_space " "
  y string_clef ["\uD834\uDd1e"]
  y string_line_separator ["<E2><80><A8>"]
  y string_paragraph_separator ["<E2><80><A9>"]
  y string_u_escapes ["\u0061\u30af\u30EA\u30b9"]
  y string_escaped_newline ["new\u000Aline"]
  y string_delete ["<7F>"]
  y string_delete_within ["a<7F>a"]
  y string_unicode ["\uA66D"]
  y string_unicode_plain ["⍂㈴⍂"]
  y string_escaped_backslash ["\u005C"]
  y string_escaped_double_quote ["\u0022"]
  y string_nonchar_10FFFE ["\uDBFF\uDFFE"]
  y string_nonchar_1FFFE ["\uD83F\uDFFE"]
  y string_zero_width_space ["\u200B"]
  y string_invisible_plus ["\u2064"]
  y string_nonchar_FDD0 ["\uFDD0"]
  y string_nonchar_FFFE ["\uFFFE"]
  y string_utf8 ["€𝄞"]
  y string_byte_order_mark_within ["<EF><BB><BF>"]
  y structure_lonely_false false
  y structure_lonely_int 42
  y structure_lonely_negative_real -0.1
  y structure_lonely_null null
  y structure_lonely_string "asd"
  y structure_lonely_true true
  y structure_string_empty ""
  y structure_trailing_newline ["a"]<0A>
  y structure_true_in_array [true]
  y structure_white_space_around  []<20>
  y structure_all_white_space <20><09><0A><0D>[<20><09><0A><0D>]<20><09><0A><0D>
  n array_1_true_without_comma [1 true]
  n array_invalid_utf8_behind_a [a<E5>]
  n array_colon_for_comma ["": 1]
  n array_comma_after_close [""],
  n array_comma_and_number [,1]
  n array_double_comma [1,,2]
  n array_double_extra_comma ["x",,]
  n array_extra_close ["x"]]
  n array_extra_comma ["",]
  n array_incomplete ["x"
  n array_incomplete_invalid_value [x
  n array_inner_array_no_comma [3[4]]
  n array_invalid_utf8 [<FF>]
  n array_items_separated_by_colon [1:2]
  n array_items_separated_by_semicolon [1;2]
  n array_just_comma [,]
  n array_just_minus [-]
  n array_missing_value [   , ""]
  n array_newlines_unclosed ["a",<0A>4<0A>,1,
  n array_number_and_comma [1,]
  n array_number_and_several_commas [1,,]
  n array_vertical_tab_and_formfeed ["<0B>a"\f]
  n array_star_inside [*]
  n array_unclosed [""
  n array_unclosed_trailing_comma [1,
  n array_unclosed_with_newlines [1,<0A>1<0A>,1
  n array_unclosed_with_object_inside [{}
  n array_closed_as_object [1}
  n incomplete_false [fals]
  n incomplete_null [nul]
  n incomplete_true [tru]
  n multidigit_number_then_00 123<00>
  n number_++ [++1234]
  n number_+1 [+1]
  n number_+Inf [+Inf]
  n number_-01 [-01]
  n number_-1.0. [-1.0.]
  n number_-2. [-2.]
  n number_-NaN [-NaN]
  n number_.-1 [.-1]
  n number_.2e-3 [.2e-3]
  n number_0.1.2 [0.1.2]
  n number_0.3e+ [0.3e+]
  n number_0.3e [0.3e]
  n number_0.e1 [0.e1]
  n number_0_capital_E+ [0E+]
  n number_0_capital_E [0E]
  n number_0e+ [0e+]
  n number_0e [0e]
  n number_1.0e+ [1.0e+]
  n number_1.0e- [1.0e-]
  n number_1.0e [1.0e]
  n number_1_000 [1 000.0]
  n number_underscore [1_000]
  n number_1eE2 [1eE2]
  n number_2.e+3 [2.e+3]
  n number_2.e-3 [2.e-3]
  n number_2.e3 [2.e3]
  n number_9.e+ [9.e+]
  n number_Inf [Inf]
  n number_NaN [NaN]
  n number_fullwidth_digit [１]
  n number_arabic_digit [١]
  n number_expression [1+2]
  n number_hex_1_digit [0x1]
  n number_hex_2_digits [0x42]
  n number_infinity [Infinity]
  n number_invalid+- [0e+-1]
  n number_invalid_negative_real [-123.123foo]
  n number_invalid_utf8_in_bigger_int [123<E5>]
  n number_invalid_utf8_in_exponent [1e1<E5>]
  n number_invalid_utf8_in_int [0<E5>]
  n number_minus_infinity [-Infinity]
  n number_minus_with_garbage [-foo]
  n number_minus_space_1 [- 1]
  n number_neg_int_starting_with_zero [-012]
  n number_neg_real_without_int_part [-.123]
  n number_neg_with_garbage_at_end [-1x]
  n number_real_garbage_after_e [1ea]
  n number_real_invalid_utf8_after_e [1e<E5>]
  n number_real_without_fraction [1.]
  n number_starting_with_dot [.123]
  n number_with_alpha [1.2a-3]
  n number_with_alpha_char [1.8011670033376514H-308]
  n number_with_leading_zero [012]
  n number_two_zeros [00]
  n number_comma_for_dot 1,5
  n object_bad_value ["x", truth]
  n object_bracket_key {[: "x"}
  n object_comma_instead_of_colon {"x", null}
  n object_double_colon {"x"::"b"}
  n object_emoji {🇨🇭}
  n object_garbage_at_end {"a":"a" 123}
  n object_key_with_single_quotes {key: 'value'}
  n object_lone_continuation_byte_in_key {"<B9>":"0",}
  n object_missing_colon {"a" b}
  n object_missing_key {:"b"}
  n object_missing_colon_before_string {"a" "b"}
  n object_missing_value {"a":
  n object_no_colon {"a"
  n object_non_string_key {1:1}
  n object_non_string_key_huge {9999E9999:1}
  n object_null_keys {null:null,null:null}
  n object_several_trailing_commas {"id":0,,,,,}
  n object_single_quote {'a':0}
  n object_trailing_comma {"id":0,}
  n object_only_comma {,}
  n object_trailing_comment {"a":"b"}/**/
  n object_trailing_comment_open {"a":"b"}/**//
  n object_trailing_comment_slash_open {"a":"b"}//
  n object_trailing_comment_slash_incomplete {"a":"b"}/
  n object_two_commas_in_a_row {"a":"b",,"c":"d"}
  n object_unquoted_key {a: "b"}
  n object_unterminated_value {"a":"a
  n object_single_string { "foo" : "bar", "a" }
  n object_trailing_garbage {"a":"b"}#
  n object_closed_as_array {"a":1]
  n single_space <20>
  n single_newline <0A>
  n string_1_surrogate_then_escape ["\uD800\"]
  n string_1_surrogate_then_escape_u ["\uD800\u"]
  n string_1_surrogate_then_escape_u1 ["\uD800\u1"]
  n string_1_surrogate_then_escape_u1x ["\uD800\u1x"]
  n string_accentuated_char_no_quotes [é]
  n string_backslash_00 ["\<00>"]
  n string_escape_x ["\x00"]
  n string_escape_octal ["\012"]
  n string_escape_braces ["\u{41}"]
  n string_escaped_backslash_bad ["\\\"]
  n string_escaped_ctrl_char_tab ["\<09>"]
  n string_escaped_line_end ["\<0A>"]
  n string_escaped_emoji ["\🌀"]
  n string_incomplete_escape ["\"]
  n string_incomplete_escaped_character ["\u00A"]
  n string_incomplete_surrogate ["\uD834\uDd"]
  n string_incomplete_surrogate_escape_invalid ["\uD800\uD800\x"]
  n string_invalid_utf8_in_escape ["\u<E5>"]
  n string_invalid_backslash_escape ["\a"]
  n string_escaped_single_quote ["\'"]
  n string_invalid_unicode_escape ["\uqqqq"]
  n string_unicode_escape_with_sign ["\u+041"]
  n string_unicode_escape_with_spaces ["\u 041"]
  n string_invalid_utf8_after_escape ["\<E5>"]
  n string_leading_escaped_space [\u0020"asd"]
  n string_no_quotes_with_bad_escape [\n]
  n string_single_doublequote "
  n string_single_quote ['single quote']
  n string_no_double_quotes abc
  n string_start_escape_unclosed ["\
  n string_unescaped_ctrl_char ["a<00>a"]
  n string_unescaped_last_ctrl_char ["<1F>"]
  n string_unescaped_newline ["new<0A>line"]
  n string_unescaped_return ["new<0D>line"]
  n string_unescaped_tab ["<09>"]
  n string_unicode_capital_U "\UA66D"
  n string_trailing_garbage ""x
  n string_ctrl_char_behind_escape ["\n<1F>"]
  n string_newline_behind_escape ["\n<0A>"]
  n string_null_behind_escape ["\n<00>"]
  n string_unclosed_behind_escape ["\n
  n string_unclosed_key {"a
  n structure_word_joiner [<E2><81><A0>]
  n structure_no_break_space [<C2><A0>]
  n structure_ideographic_space [<E3><80><80>]
  n structure_byte_order_mark_no_data <EF><BB><BF>
  n structure_byte_order_mark_behind []<EF><BB><BF>
  n structure_angle_bracket <.>
  n structure_angle_bracket_null [<null>]
  n structure_array_trailing_garbage [1]x
  n structure_array_with_extra_close [1]]
  n structure_array_with_unclosed_string ["asd]
  n structure_ascii_unicode_identifier aå
  n structure_capitalized_True [True]
  n structure_capitalized_NULL [NULL]
  n structure_undefined [undefined]
  n structure_close_unopened_array 1]
  n structure_comma_for_closing_brace {"x": true,
  n structure_double_array [][]
  n structure_end_array ]
  n structure_end_object }
  n structure_incomplete_byte_order_mark <EF><BB>{}
  n structure_lone_invalid_utf8 <E5>
  n structure_lone_open_bracket [
  n structure_null_byte_outside_string [<00>]
  n structure_null_byte_behind []<00>
  n structure_number_with_trailing_garbage 2@
  n structure_two_numbers 1 2
  n structure_object_followed_by_closing_object {}}
  n structure_object_unclosed_no_value {"":
  n structure_object_with_comment {"a":/*comment*/"b"}
  n structure_line_comment [1 // one<0A>]
  n structure_hash_comment [1 # one<0A>]
  n structure_object_with_trailing_garbage {"a": true} "x"
  n structure_open_array_apostrophe ['
  n structure_open_array_comma [,
  n structure_open_array_open_object [{
  n structure_open_array_open_string ["a
  n structure_open_array_string ["a"
  n structure_open_object {
  n structure_open_object_close_array {]
  n structure_open_object_comma {,
  n structure_open_object_open_array {[
  n structure_open_object_open_string {"a
  n structure_open_object_string_with_apostrophes {'a'
  n structure_open_open ["\{["\{["\{["\{
  n structure_single_eacute <E9>
  n structure_single_star *
  n structure_trailing_hash {"a":"b"}#{}
  n structure_escaped_LF_before_string [\u000A""]
  n structure_unclosed_array [1
  n structure_unclosed_array_partial_null [ false, nul
  n structure_unclosed_array_unfinished_false [ true, fals
  n structure_unclosed_array_unfinished_true [ false, tru
  n structure_unclosed_object {"asd":"asd"
  n structure_unicode_identifier å
  n structure_white_space_word_joiner <E2><81><A0>
  n structure_white_space_formfeed [<0C>]
  n structure_white_space_vertical_tab [<0B>]
  n structure_white_space_next_line [<C2><85>]
  n structure_literal_run_on [truefalse]
  n structure_literal_with_digits [null0]
  + number_double_huge_neg_exp [123.456e-789]
  + number_neg_int_huge_exp [-1e+9999]
  + number_pos_double_huge_exp [1.5e+9999]
  + number_real_neg_overflow [-123123e100000]
  + number_real_pos_overflow [123123e100000]
  + number_real_underflow [123e-10000000]
  + number_too_big_neg_int [-123123123123123123123123123123]
  + number_too_big_pos_int [100000000000000000000]
  + number_very_big_negative_int [-237462374673276894279832749832423479823246327846]
  - object_key_lone_2nd_surrogate {"\uDFAA":0}
  - string_2nd_surrogate_missing ["\uDADA"]
  - string_2nd_surrogate_invalid ["\uD888\u1234"]
  - string_incomplete_surrogate_and_valid_escape ["\uD800\n"]
  - string_incomplete_surrogate_pair ["\uDd1ea"]
  - string_incomplete_surrogates_and_valid_escape ["\uD800\uD800\n"]
  - string_lonely_surrogate ["\ud800"]
  - string_invalid_surrogate ["\ud800abc"]
  - string_inverted_surrogates ["\uDd1e\uD834"]
  - string_lone_second_surrogate ["\uDFAA"]
  - string_invalid_utf8 ["<FF>"]
  - string_invalid_utf8_behind_valid ["日ш<FA>"]
  - string_utf8_surrogate_D800 ["<ED><A0><80>"]
  - string_utf8_surrogate_pair ["<ED><A0><81><ED><B0><80>"]
  - string_iso_latin_1 ["<E9>"]
  - string_lone_continuation_byte ["<81>"]
  - string_not_in_unicode_range ["<F4><BF><BF><BF>"]
  - string_first_beyond_unicode ["<F4><90><80><80>"]
  - string_lead_byte_F5 ["<F5><80><80><80>"]
  - string_overlong_2_bytes ["<C0><AF>"]
  - string_overlong_3_bytes ["<E0><80><AF>"]
  - string_overlong_4_bytes ["<F0><80><80><AF>"]
  - string_overlong_6_bytes ["<FC><83><BF><BF><BF><BF>"]
  - string_overlong_6_bytes_null ["<FC><80><80><80><80><80>"]
  - string_truncated_2_bytes ["<C3>"]
  - string_truncated_behind_escape ["\n<C3>"]
  - string_completed_by_escape ["<C3>\u00A9"]
  - string_truncated_3_bytes ["<E0><FF>"]
  - string_truncated_4_bytes ["<F0><9D><84>"]
  - string_utf16_little_endian_with_mark <FF><FE>[<00>"<00><E9><00>"<00>]<00>
  - string_utf16_big_endian <00>[<00>"<00><E9><00>"<00>]
  - string_utf16_little_endian [<00>"<00><E9><00>"<00>]<00>
  - string_utf32_big_endian <00><00><00>[<00><00><00>]
  - structure_byte_order_mark_empty_object <EF><BB><BF>{}
  """#
